import type { SandboxState } from '../sandboxes/index.ts';
import { refuseUnknown } from './refusal.ts';

const mebibyte = 1_048_576;

/** The snapshots of a server, in memory. Their ids are `snapshot-1`, `snapshot-2` and so on. No id is used twice. */
export class Snapshots {
  readonly #max: { count: number; bytes: number };
  readonly #kept = new Map<string, { state: SandboxState; bytes: number }>();
  #count = 0;
  #bytes = 0;

  /** @param max the maximum number of snapshots and, roughly, of their bytes; the newest snapshot always stays */
  constructor(max = { count: 100, bytes: 512 * mebibyte }) {
    this.#max = max;
  }

  /** Stores a state as a snapshot and returns the id of the snapshot. */
  add(state: SandboxState): string {
    this.#count += 1;
    const id = `snapshot-${this.#count}`;
    const bytes = roughBytes(state);
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
  require(id: string): SandboxState {
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
 * take as much memory again.
 */
function roughBytes(value: unknown): number {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  return Object.values(value).reduce<number>((sum, entry) => sum + roughBytes(entry), perValue);
}
