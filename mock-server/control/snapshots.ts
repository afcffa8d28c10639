import { runInSlices } from '../clock/index.ts';
import { collectState, type RestorableState, type Sandbox } from '../sandboxes/index.ts';
import { refuseUnknown } from './refusal.ts';

const mebibyte = 1_048_576;

/** The snapshots of a server, in memory. Their ids are `snapshot-1`, `snapshot-2` and so on. No id is used twice. */
export class Snapshots {
  readonly #max: { count: number; bytes: number };
  readonly #kept = new Map<string, { state: RestorableState; bytes: number }>();
  #count = 0;
  #bytes = 0;

  /** @param max the maximum number of snapshots and, roughly, of their bytes; the newest snapshot always stays */
  constructor(max = { count: 100, bytes: 512 * mebibyte }) {
    this.#max = max;
  }

  /** Stores the present state of a sandbox as a snapshot, in slices. Returns the id of the snapshot. */
  async take(sandbox: Sandbox): Promise<string> {
    const state = await runInSlices(collectState(sandbox));
    return this.add(state, await runInSlices(roughBytes(state)));
  }

  /**
   * Stores a state as a snapshot and returns the id of the snapshot.
   *
   * @param bytes roughly the memory that the state takes
   */
  add(state: RestorableState, bytes: number): string {
    this.#count += 1;
    const id = `snapshot-${this.#count}`;
    this.#kept.set(id, { state, bytes });
    this.#bytes += bytes;
    const { count, bytes: maxBytes } = this.#max;
    for (const [oldest, entry] of this.#kept) {
      if (this.#kept.size === 1 || (this.#kept.size <= count && this.#bytes <= maxBytes)) break;
      this.#kept.delete(oldest);
      this.#bytes -= entry.bytes;
    }
    return id;
  }

  /** Returns the state of a snapshot. Throws a ControlRefusal for an unknown id. */
  require(id: string): RestorableState {
    const found = this.#kept.get(id);
    if (found) return found.state;
    const { count, bytes } = this.#max;
    const bounds = `the server keeps the last ${count} snapshots, or fewer if the snapshots take more than ${Math.round(bytes / mebibyte)} MiB`;
    return refuseUnknown('from', id, `this server has no snapshot "${id}" (${bounds})`, this.#kept.keys());
  }
}

const perValue = 16;

/**
 * Estimates the bytes that data takes in memory. The length of the JSON would be more exact, but the JSON itself would
 * take as much memory again. Yields after each list and object.
 */
function* roughBytes(value: unknown): Generator<void, number> {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let sum = perValue;
  for (const entry of Object.values(value)) sum += yield* roughBytes(entry);
  yield;
  return sum;
}
