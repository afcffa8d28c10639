import { runInSlices } from '../clock/index.ts';
import { collectState, idIn, namespaceOf, type RestorableState, type Sandbox } from '../sandboxes/index.ts';
import type { Scope } from '../scope.ts';
import { refuseUnknown } from './refusal.ts';

const mebibyte = 1_048_576;

/** The bounds of the snapshots of one namespace: their number and, roughly, their bytes. The newest snapshot always stays. */
interface Bounds {
  readonly count: number;
  readonly bytes: number;
}

/** The snapshots of a server, in memory. Each namespace has its own snapshots and bounds. */
export class Snapshots {
  readonly #max: Bounds;
  readonly #all = new Map<string | undefined, SnapshotsOfNamespace>();

  constructor(max: Bounds = { count: 100, bytes: 512 * mebibyte }) {
    this.#max = max;
  }

  /** Stores the present state of a sandbox as a snapshot, in slices. Returns the id of the snapshot. */
  async take(sandbox: Sandbox): Promise<string> {
    const state = await runInSlices(collectState(sandbox));
    return this.add(state, await runInSlices(roughBytes(state)));
  }

  /**
   * Stores a state as a snapshot in the namespace of its sandbox. Returns the id of the snapshot.
   *
   * @param bytes roughly the memory that the state takes
   */
  add(state: RestorableState, bytes: number): string {
    const namespace = namespaceOf(state.identity.id);
    const known = this.#all.get(namespace) ?? new SnapshotsOfNamespace(namespace, this.#max);
    this.#all.set(namespace, known);
    return known.add(state, bytes);
  }

  /** Returns the state of a snapshot. Throws a ControlRefusal for an id that is unknown or not in the caller's namespace. */
  require(id: string, scope: Scope): RestorableState {
    const namespace = typeof scope === 'string' ? namespaceOf(id) : scope.namespace;
    const known = this.#all.get(namespace) ?? new SnapshotsOfNamespace(namespace, this.#max);
    return known.require(id);
  }
}

/** The snapshots of one namespace. Their ids are `snapshot-1`, `snapshot-2` and so on, after the namespace and a dot. No id is used twice. */
class SnapshotsOfNamespace {
  readonly #namespace: string | undefined;
  readonly #max: Bounds;
  readonly #kept = new Map<string, { state: RestorableState; bytes: number }>();
  #count = 0;
  #bytes = 0;

  constructor(namespace: string | undefined, max: Bounds) {
    this.#namespace = namespace;
    this.#max = max;
  }

  add(state: RestorableState, bytes: number): string {
    this.#count += 1;
    const id = idIn(this.#namespace, `snapshot-${this.#count}`);
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
