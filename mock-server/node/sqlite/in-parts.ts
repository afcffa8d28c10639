import { type KeptSandbox, mergeInOrder, type Row, type SandboxChange } from '../../keeping/index.ts';
import type { Request } from './messages.ts';
import { type FirstPage, rowsPerPart, type StagedChange } from './parts.ts';

/** Calls a method of the database in the worker thread. */
type Ask = <Result>(method: Request['method'], ...args: unknown[]) => Promise<Result>;

/**
 * Reads a sandbox page by page, so that the worker handles other calls between two pages. No change of the sandbox may be pending.
 *
 * @returns undefined for an unknown id, and for a sandbox that was removed in the meantime
 */
export async function loadInPages(ask: Ask, id: string): Promise<KeptSandbox | undefined> {
  const first = await ask<FirstPage | undefined>('load', id);
  if (!first) return undefined;
  const { number, expiresAt, isComplete } = first;
  const pages: (readonly Row[])[] = [];
  for (let page = first.rows; ; ) {
    pages.push(page);
    if (page.length < rowsPerPart) return { rows: await mergeInOrder(pages), expiresAt, isComplete };
    const next = await ask<readonly Row[] | undefined>('more', number, page.at(-1));
    if (!next) return undefined;
    page = next;
  }
}

/** Writes changes, all or none. The worker receives many rows in parts, and writes other changes between the parts of a new sandbox. */
export class PartWriter {
  readonly #ask: Ask;
  #batches = 0;
  #isPurging = false;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async write(changes: readonly SandboxChange[]): Promise<void> {
    const begun: number[] = [];
    try {
      const sent: StagedChange[] = [];
      for (const change of changes) sent.push(await this.#stage(change, begun));
      await this.#send(sent);
    } finally {
      for (const number of begun) this.#ask('end', number).catch(() => {}); // the next start removes the rows
      if (changes.some(({ how }) => how !== 'update')) void this.purge();
    }
  }

  /** Deletes the rows of removed sandboxes, and of new sandboxes that were not completed. After a failure, the next start does this. */
  async purge(): Promise<void> {
    if (this.#isPurging) return;
    this.#isPurging = true;
    try {
      while (await this.#ask<boolean>('purge'));
    } catch {
      // the next start deletes the rows
    } finally {
      this.#isPurging = false;
    }
  }

  /** Sends the rows of a large new sandbox, which no reader sees yet. */
  async #stage(change: SandboxChange, begun: number[]): Promise<StagedChange> {
    const { how, puts } = change;
    if (how !== 'replace' || puts.length <= rowsPerPart) return change;
    const number = await this.#ask<number>('begin');
    begun.push(number);
    for (let from = 0; from < puts.length; from += rowsPerPart)
      await this.#ask('stage', number, puts.slice(from, from + rowsPerPart));
    return { ...change, puts: [], staged: number };
  }

  async #send(changes: readonly StagedChange[]): Promise<void> {
    const parts = [...partsOf(changes)];
    const last = parts.pop() ?? [];
    if (parts.length === 0) return await this.#ask('write', last);
    this.#batches += 1;
    const batch = this.#batches;
    for (const part of parts) await this.#ask('add', batch, part);
    await this.#ask('write', last, batch);
  }
}

/** Splits changes into parts with a limited number of rows. The parts together have the same effect, in their order. */
function* partsOf(changes: readonly StagedChange[]): Generator<readonly StagedChange[]> {
  if (changes.every(({ puts }) => puts.length <= rowsPerPart)) {
    yield changes;
    return;
  }
  for (const { puts, drops, ...change } of changes) {
    yield [{ ...change, puts: puts.slice(0, rowsPerPart), drops }];
    for (let from = rowsPerPart; from < puts.length; from += rowsPerPart)
      yield [{ id: change.id, how: 'update', puts: puts.slice(from, from + rowsPerPart), drops: [] }];
  }
}
