import type { MachineClock } from '../clock/index.ts';
import { createHeap, type HeapItem } from '../heap.ts';

/** What `Expiry` needs to know about sandboxes. Instants are monotonic times of the machine, in milliseconds. */
export interface ExpiringSandboxes {
  /** Returns the instant of the last call to a sandbox; now for a sandbox that a call uses, and undefined for an unknown id. */
  usedAt(id: string): number | undefined;
  expire(id: string): void;
}

interface Entry extends HeapItem {
  readonly id: string;
  /** The time without a call after which the sandbox expires, in real milliseconds. */
  readonly after: number;
  /** The earliest instant at which the sandbox can expire. */
  readonly at: number;
}

/** The longest timer of the machine. A later expiry needs several timers. */
export const maxTimer = 2 ** 31 - 1;

/** Removes the sandboxes that have had no call for their `expiresAfter`. A call does not need to report itself. */
export class Expiry {
  readonly #machine: MachineClock;
  readonly #sandboxes: ExpiringSandboxes;
  readonly #entries = createHeap<Entry>((a, b) => a.at - b.at);
  readonly #byId = new Map<string, Entry>();
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(machine: MachineClock, sandboxes: ExpiringSandboxes) {
    this.#machine = machine;
    this.#sandboxes = sandboxes;
  }

  /** Watches a sandbox. Does nothing if the sandbox is watched already. */
  watch(id: string, seconds: number): void {
    if (!this.#byId.has(id)) this.#push(id, seconds * 1_000, this.#machine.monotonic());
  }

  /** Ends the watch of a sandbox, which was removed or which another process has taken. */
  end(id: string): void {
    const entry = this.#byId.get(id);
    if (!entry) return;
    this.#byId.delete(id);
    this.#entries.remove(entry);
  }

  #push(id: string, after: number, usedAt: number): void {
    const entry = { id, after, at: usedAt + after, place: 0 };
    this.#byId.set(id, entry);
    this.#entries.push(entry);
    this.#setTimer();
  }

  #setTimer(): void {
    const first = this.#entries.peek();
    if (!first || (this.#timer && this.#timer.at <= first.at)) return;
    this.#timer?.cancel();
    const wait = Math.max(1, Math.ceil(first.at - this.#machine.monotonic()));
    const cancel = this.#machine.timer(Math.min(wait, maxTimer), () => this.#ring(), true);
    this.#timer = { at: first.at, cancel };
  }

  /** Examines one sandbox in each turn of the event loop, so that no call waits while many sandboxes are removed. */
  #ring(): void {
    this.#timer = undefined;
    const first = this.#entries.peek();
    if (!first) return;
    if (first.at > this.#machine.monotonic()) {
      this.#setTimer();
      return;
    }
    this.#examine(first);
    this.#machine.afterMacrotask(() => this.#ring());
  }

  #examine({ id, after }: Entry): void {
    this.end(id);
    const usedAt = this.#sandboxes.usedAt(id);
    if (usedAt === undefined) return;
    if (usedAt + after > this.#machine.monotonic()) this.#push(id, after, usedAt);
    else this.#sandboxes.expire(id);
  }
}
