import { runInSlices } from '../clock/index.ts';
import { collectState, idIn, namespaceOf, type RestorableState, type Sandbox } from '../sandboxes/index.ts';
import type { Scope } from '../scope.ts';
import { refuseUnknown } from './refusal.ts';

const mebibyte = 1_048_576;

/** The bounds of the snapshots: the number in each namespace and, roughly, the bytes of all. The newest snapshot always stays. */
interface Bounds {
  readonly count: number;
  readonly bytes: number;
}

/** The snapshots of a server, in memory. Each namespace has its own snapshots, which end with its last sandbox. */
export class Snapshots {
  readonly #max: Bounds;
  readonly #all = new Map<string | undefined, SnapshotsOfNamespace>();
  /** The highest number of snapshots of a namespace whose snapshots have ended. New ids begin after it, so that no id is used twice. */
  #highest = 0;

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
    const own = this.#all.get(namespace) ?? new SnapshotsOfNamespace(namespace, this.#highest);
    this.#all.set(namespace, own);
    const id = own.add(state, bytes);
    while (own.size > Math.max(1, this.#max.count)) own.dropOldest();
    this.#shrink(own);
    return id;
  }

  /** Returns the state of a snapshot. Throws a ControlRefusal for an id that is unknown or not in the caller's namespace. */
  require(id: string, scope: Scope): RestorableState {
    const namespace = typeof scope === 'string' ? namespaceOf(id) : scope.namespace;
    const known = this.#all.get(namespace);
    const found = known?.find(id);
    if (found) return found;
    const { count, bytes } = this.#max;
    const bounds = `the server keeps the last ${count} snapshots, or fewer if all snapshots take more than ${Math.round(bytes / mebibyte)} MiB`;
    const ids = known?.ids() ?? [];
    return refuseUnknown('from', id, `this server has no snapshot "${id}" (${bounds})`, ids);
  }

  /** Drops the snapshots of a namespace that has no sandbox any more. */
  dropAll(namespace: string): void {
    this.#highest = Math.max(this.#highest, this.#all.get(namespace)?.count ?? 0);
    this.#all.delete(namespace);
  }

  /** Drops the oldest snapshot of the namespace with the most bytes, until all snapshots fit. The newest snapshot stays. */
  #shrink(newest: SnapshotsOfNamespace): void {
    for (;;) {
      const all = [...this.#all.values()];
      if (all.reduce((sum, { bytes }) => sum + bytes, 0) <= this.#max.bytes) return;
      const [largest] = all
        .filter(some => some.size > (some === newest ? 1 : 0))
        .sort((a, b) => b.bytes - a.bytes);
      if (!largest) return;
      largest.dropOldest();
    }
  }
}

/** The snapshots of one namespace. Their ids are `snapshot-1`, `snapshot-2` and so on, after the namespace and a dot. */
class SnapshotsOfNamespace {
  readonly #namespace: string | undefined;
  readonly #kept = new Map<string, { state: RestorableState; bytes: number }>();
  /** The number in the last id. */
  count: number;
  /** Roughly the memory of the snapshots, in bytes. */
  bytes = 0;

  constructor(namespace: string | undefined, count: number) {
    this.#namespace = namespace;
    this.count = count;
  }

  get size(): number {
    return this.#kept.size;
  }

  add(state: RestorableState, bytes: number): string {
    this.count += 1;
    const id = idIn(this.#namespace, `snapshot-${this.count}`);
    this.#kept.set(id, { state, bytes });
    this.bytes += bytes;
    return id;
  }

  find(id: string): RestorableState | undefined {
    return this.#kept.get(id)?.state;
  }

  ids(): Iterable<string> {
    return this.#kept.keys();
  }

  dropOldest(): void {
    for (const [id, { bytes }] of this.#kept) {
      this.#kept.delete(id);
      this.bytes -= bytes;
      return;
    }
  }
}

const perValue = 16;

/**
 * Estimates the bytes that data takes in memory. The length of the JSON would be more exact, but the JSON itself would
 * take as much memory again. Yields after each value in a list or object.
 */
function* roughBytes(value: unknown): Generator<void, number> {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let sum = perValue;
  for (const entry of Object.values(value)) {
    sum += yield* roughBytes(entry);
    yield;
  }
  return sum;
}
