import type { MachineClock } from '../clock/index.ts';

/** The longest timer of the machine. */
const maxTimer = 2 ** 31 - 1;

/** Calls a function when a sandbox has had no call for a time. */
export class Expiry {
  readonly #machine: MachineClock;
  readonly #parts: { lastUse(id: string): number | undefined; expire(id: string): void };
  readonly #cancels = new Map<string, () => void>();

  /**
   * @param parts `lastUse` returns the monotonic time of the last call; undefined for an unknown id. `expire` receives the sandboxes
   *   that have expired.
   */
  constructor(
    machine: MachineClock,
    parts: { lastUse(id: string): number | undefined; expire(id: string): void },
  ) {
    this.#machine = machine;
    this.#parts = parts;
  }

  /** Watches a sandbox. */
  watch(id: string, seconds: number): void {
    this.end(id);
    this.#set(id, seconds * 1_000, seconds * 1_000);
  }

  end(id: string): void {
    this.#cancels.get(id)?.();
    this.#cancels.delete(id);
  }

  #set(id: string, after: number, wait: number): void {
    const ring = () => {
      const lastUse = this.#parts.lastUse(id);
      this.#cancels.delete(id);
      if (lastUse === undefined) return;
      const left = lastUse + after - this.#machine.monotonic();
      if (left > 0) this.#set(id, after, left);
      else this.#parts.expire(id);
    };
    const ms = Math.min(maxTimer, Math.max(1, Math.ceil(wait)));
    this.#cancels.set(id, this.#machine.timer(ms, ring, true));
  }
}
