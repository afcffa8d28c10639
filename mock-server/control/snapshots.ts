import { newProcessId } from '../clock/index.ts';
import type { Scope } from '../http/index.ts';
import { idIn, namespaceOf, type Sandbox, type SandboxState } from '../sandbox/index.ts';
import { refuseUnknown } from './refusal.ts';

const mebibyte = 1_048_576;

/** The bounds of the snapshots: the number in each namespace and, roughly, the bytes of all. The newest snapshot always stays. */
interface Bounds {
  readonly count: number;
  readonly bytes: number;
}

/** How the durable store of a server affects its snapshots. */
interface SnapshotsOfServer {
  readonly isDurable?: boolean;
  /** Whether other server processes can use the store. They do not have the snapshots. */
  readonly isShared?: boolean | undefined;
}

const digitsOfServer = 8;

/** The snapshots of a server, in memory. Each namespace has its own snapshots, which end with its last sandbox. */
export class Snapshots {
  readonly #max: Bounds;
  readonly #isShared: boolean;
  /** The name of a snapshot without its number. With a durable store, it is random, because other processes also take snapshots. */
  readonly #name: string;
  readonly #all = new Map<string | undefined, SnapshotsOfNamespace>();
  /** The highest number of snapshots of a namespace whose snapshots have ended. New ids begin after it, so that no id is used twice. */
  #highest = 0;

  constructor(
    { isDurable = false, isShared = false }: SnapshotsOfServer = {},
    max: Bounds = { count: 100, bytes: 512 * mebibyte },
  ) {
    this.#max = max;
    this.#isShared = isShared;
    this.#name = isDurable ? `snapshot-${newProcessId().slice(0, digitsOfServer)}` : 'snapshot';
  }

  take(sandbox: Sandbox): string {
    const state = sandbox.dump();
    return this.add(state, roughBytes(state));
  }

  /**
   * Stores a state as a snapshot in the namespace of its sandbox. Returns the id of the snapshot.
   *
   * @param bytes roughly the memory that the state takes
   */
  add(state: SandboxState, bytes: number): string {
    const namespace = namespaceOf(state.identity.id);
    const own =
      this.#all.get(namespace) ?? new SnapshotsOfNamespace(idIn(namespace, this.#name), this.#highest);
    this.#all.set(namespace, own);
    const id = own.add(state, bytes);
    while (own.size > Math.max(1, this.#max.count)) own.dropOldest();
    this.#shrink(own);
    return id;
  }

  /** Returns the state of a snapshot. Throws a ControlRefusal for an id that is unknown or not in the caller's namespace. */
  require(id: string, scope: Scope): SandboxState {
    const namespace = typeof scope === 'string' ? namespaceOf(id) : scope.namespace;
    const known = this.#all.get(namespace);
    const found = known?.find(id);
    if (found) return found;
    return refuseUnknown(
      'from',
      id,
      `this server has no snapshot "${id}"; ${this.#reasons()}`,
      known?.ids() ?? [],
    );
  }

  /** Returns the reasons for which a snapshot does not exist, or no longer exists. */
  #reasons(): string {
    const { count, bytes } = this.#max;
    const reasons = [
      `a server keeps the last ${count} snapshots of each namespace, or fewer if all snapshots take more than ${Math.round(bytes / mebibyte)} MiB`,
      'the snapshots of a namespace end with its last sandbox',
      'all snapshots end with the server process',
    ];
    if (this.#isShared)
      reasons.push(
        'other servers of the same store do not have the snapshot, so send this request to the server that took it',
      );
    return reasons.join('; ');
  }

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

/** The snapshots of one namespace. Their ids are a name and a number, such as `team-a.snapshot-1`. */
class SnapshotsOfNamespace {
  readonly #name: string;
  readonly #kept = new Map<string, { state: SandboxState; bytes: number }>();
  count: number;
  bytes = 0;

  constructor(name: string, count: number) {
    this.#name = name;
    this.count = count;
  }

  get size(): number {
    return this.#kept.size;
  }

  add(state: SandboxState, bytes: number): string {
    this.count += 1;
    const id = `${this.#name}-${this.count}`;
    this.#kept.set(id, { state, bytes });
    this.bytes += bytes;
    return id;
  }

  find(id: string): SandboxState | undefined {
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
 * take as much memory again.
 */
function roughBytes(value: unknown): number {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let sum = perValue;
  for (const entry of Object.values(value)) sum += roughBytes(entry);
  return sum;
}
