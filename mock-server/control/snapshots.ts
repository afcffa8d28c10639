import { randomId } from '../clock/index.ts';
import type { Scope } from '../http/index.ts';
import { idIn, namespaceOf, type Sandbox, type SandboxState } from '../sandbox/index.ts';
import { refuseUnknown } from './refusal.ts';

const mebibyte = 1_048_576;

/** The number in each namespace and, roughly, the bytes of all. The newest snapshot always stays. */
const bounds = { count: 100, bytes: 512 * mebibyte };

const digitsOfServer = 8;

interface Snapshot {
  readonly namespace: string | undefined;
  readonly state: SandboxState;
  readonly bytes: number;
}

export class Snapshots {
  readonly #max: typeof bounds;
  readonly #isShared: boolean;
  /** With a durable store, a part is random, because other processes also take snapshots. */
  readonly #name: string;
  /** The oldest first, by ids such as `team-a.snapshot-1`. */
  readonly #kept = new Map<string, Snapshot>();
  readonly #counts = new Map<string | undefined, number>();
  /** The highest number of an ended namespace. New ids begin after it, so that no id is used twice. */
  #highest = 0;

  constructor(store: { readonly isShared: boolean } | undefined, max = bounds) {
    this.#max = max;
    this.#isShared = store?.isShared ?? false;
    this.#name = store ? `snapshot-${randomId().slice(0, digitsOfServer)}` : 'snapshot';
  }

  take(sandbox: Sandbox): string {
    const state = sandbox.dump();
    return this.add(state, roughBytes(state));
  }

  add(state: SandboxState, bytes: number): string {
    const namespace = namespaceOf(state.identity.id);
    const count = (this.#counts.get(namespace) ?? this.#highest) + 1;
    this.#counts.set(namespace, count);
    const id = `${idIn(namespace, this.#name)}-${count}`;
    this.#kept.set(id, { namespace, state, bytes });
    const own = this.#idsOf(namespace);
    for (const old of own.slice(0, -Math.max(1, this.#max.count))) this.#kept.delete(old);
    this.#shrink(id);
    return id;
  }

  require(id: string, scope: Scope): SandboxState {
    const namespace = typeof scope === 'string' ? namespaceOf(id) : scope.namespace;
    const found = this.#kept.get(id);
    if (found && found.namespace === namespace) return found.state;
    const problem = `this server has no snapshot "${id}"; ${this.#reasons()}`;
    return refuseUnknown('from', id, problem, this.#idsOf(namespace));
  }

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
    this.#highest = Math.max(this.#highest, this.#counts.get(namespace) ?? 0);
    this.#counts.delete(namespace);
    for (const id of this.#idsOf(namespace)) this.#kept.delete(id);
  }

  #idsOf(namespace: string | undefined): string[] {
    return [...this.#kept].filter(([, snapshot]) => snapshot.namespace === namespace).map(([id]) => id);
  }

  /** Drops the oldest snapshot of the namespace with the most bytes, until all fit. */
  #shrink(newest: string): void {
    for (;;) {
      const used = new Map<string | undefined, number>();
      for (const { namespace, bytes } of this.#kept.values())
        used.set(namespace, (used.get(namespace) ?? 0) + bytes);
      if ([...used.values()].reduce((sum, bytes) => sum + bytes, 0) <= this.#max.bytes) return;
      const old = [...this.#kept].filter(([id]) => id !== newest);
      const usedBy = ({ namespace }: Snapshot) => used.get(namespace) ?? 0;
      const [first] = old.sort(([, a], [, b]) => usedBy(b) - usedBy(a));
      if (!first) return;
      this.#kept.delete(first[0]);
    }
  }
}

const perValue = 16;

/** The length of the JSON would be more exact, but the JSON itself would take as much memory again. */
function roughBytes(value: unknown): number {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let sum = perValue;
  for (const entry of Object.values(value)) sum += roughBytes(entry);
  return sum;
}
