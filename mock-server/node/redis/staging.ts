import type { SandboxChange } from '../../keeping/index.ts';
import { newProcessId } from '../../seed-secrets.ts';
import { StoreError } from '../../store-error.ts';
import type { Reply } from './connection.ts';
import { partsOf, type Staged } from './rows.ts';
import { copyScript, stageScript } from './staging-scripts.ts';

interface StagingParts {
  /** Runs a script until Valkey has answered. Rejects with a StoreError. */
  readonly send: (script: string, args: readonly string[]) => Promise<Reply>;
  readonly where: string;
  /** The time after which the rows of a process that has ended disappear, in milliseconds. */
  readonly life: number;
}

/** The number of rows that one script copies. */
const rowsPerCopy = 1_000;

/** Sends the rows of large changes in parts. The rows have no effect before a batch names their staging key. */
export class Staging {
  readonly #parts: StagingParts;
  readonly #process = newProcessId();
  #changes = 0;

  constructor(parts: StagingParts) {
    this.#parts = parts;
  }

  /** Sends the rows of a change. The sandbox must not be written in the meantime. @throws StoreError (`unavailable`) */
  async stage(change: SandboxChange): Promise<Staged> {
    this.#changes += 1;
    const name = `${this.#process}-${this.#changes}`;
    let part = change.how === 'update' ? await this.#copy(name, change.id) : '';
    let number = 0;
    for (const rows of partsOf(change)) {
      number += 1;
      await this.#send(stageScript, [name, part, `${number}`, ...rows]);
      part = `${number}`;
    }
    return { name, part };
  }

  /** Copies the present rows of a sandbox, which the change then updates. Returns the part of the staging key. */
  async #copy(name: string, id: string): Promise<string> {
    let cursor = '0';
    do cursor = String(await this.#send(copyScript, [name, id, cursor, String(rowsPerCopy)]));
    while (cursor !== '0');
    return 'copied';
  }

  async #send(script: string, [name = '', ...args]: readonly string[]): Promise<Reply> {
    const { send, where, life } = this.#parts;
    const reply = await send(script, [name, String(life), ...args]).catch(withoutEffect);
    if (reply !== null) return reply;
    throw new StoreError(
      'unavailable',
      `${where} removed the rows of a large change before they were complete`,
    );
  }
}

/** Until a batch names the staging key, also a part without a confirmation has changed nothing. */
function withoutEffect(error: unknown): never {
  if (!(error instanceof StoreError)) throw error;
  throw new StoreError('unavailable', error.message, { cause: error });
}
