import type { MachineClock } from '../clock/index.ts';
import type { Sandbox } from './sandbox.ts';

/** The time without a call after which a sandbox is suspended, in real milliseconds. */
const idleTime = 60_000;
/** The maximum number of sandboxes in memory. Sandboxes that a program has taken do not count. */
const maxAwake = 1_000;
/** The maximum number of new sandboxes in memory that no call has used. */
const maxUnused = 16;
/** The time between two searches for idle sandboxes, in real milliseconds. */
const interval = 10_000;
/** The maximum number of sandboxes that one turn of the event loop examines. */
const perTurn = 16;

/**
 * Decides which sandboxes are suspended: those without a call for a minute, and the least recently used ones when there are
 * too many. The candidates are ordered by their last examined use. New sandboxes that no call has used are suspended first: if a
 * client creates many sandboxes, and they stay in memory, the garbage collector stops all calls for longer.
 */
export class IdleWatch {
  readonly #machine: MachineClock;
  readonly #suspend: (sandbox: Sandbox) => boolean;
  readonly #candidates = new Map<Sandbox, number>();
  readonly #unused = new Map<Sandbox, number>();
  #stopTimer: (() => void) | undefined;

  /** @param suspend suspends a sandbox; returns false when this is not possible now */
  constructor(machine: MachineClock, suspend: (sandbox: Sandbox) => boolean) {
    this.#machine = machine;
    this.#suspend = suspend;
  }

  /** Adds a sandbox that may be suspended. Suspends others if there are too many. */
  add(sandbox: Sandbox): void {
    this.#candidates.set(sandbox, sandbox.usedAt);
    if (this.#candidates.size > maxAwake) this.#examine(Number.POSITIVE_INFINITY);
    this.#watch();
  }

  /** Notes that no call has used a sandbox that was added. If there are too many of these sandboxes, suspends the oldest one. */
  noteUnused(sandbox: Sandbox): void {
    this.#unused.set(sandbox, sandbox.usedAt);
    if (this.#unused.size <= maxUnused) return;
    for (const [oldest, createdAt] of this.#unused) {
      this.#unused.delete(oldest);
      if (oldest.usedAt === createdAt && this.#suspend(oldest)) this.remove(oldest);
      return;
    }
  }

  /** Notes that a sandbox must stay in memory, or was removed. */
  remove(sandbox: Sandbox): void {
    this.#unused.delete(sandbox);
    if (!this.#candidates.delete(sandbox) || this.#candidates.size > 0) return;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #watch(): void {
    if (this.#candidates.size > 0)
      this.#stopTimer ??= this.#machine.timer(interval, () => this.#search(), true);
  }

  /** Suspends the idle sandboxes, some in each turn of the event loop, so that no call waits for long. */
  #search(): void {
    if (this.#examine(this.#machine.monotonic() - idleTime)) {
      this.#machine.afterMacrotask(() => this.#search());
      return;
    }
    this.#stopTimer = undefined;
    this.#watch();
  }

  /**
   * Examines the least recently used sandboxes.
   *
   * @param before the sandboxes without a call since this monotonic time are suspended. With Infinity, sandboxes are suspended
   *   until there are not too many.
   * @returns whether more sandboxes can be idle
   */
  #examine(before: number): boolean {
    const isCrowded = before === Number.POSITIVE_INFINITY;
    let count = 0;
    for (const [sandbox, usedAt] of this.#candidates) {
      if (isCrowded ? this.#candidates.size <= maxAwake : usedAt > before) return false;
      if (count >= perTurn) return true;
      count += 1;
      this.#candidates.delete(sandbox);
      this.#unused.delete(sandbox);
      // A sandbox that was used in the meantime, or that a call uses now, is examined again later.
      if (sandbox.usedAt > (isCrowded ? usedAt : before)) this.#candidates.set(sandbox, sandbox.usedAt);
      else if (!this.#suspend(sandbox)) this.#candidates.set(sandbox, this.#machine.monotonic());
    }
    return false;
  }
}
