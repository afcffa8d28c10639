/** The time and the timers of the machine, for a virtual clock. Tests replace these functions, so that no test waits. */
export interface MachineClock {
  /** Returns the machine's date in ms since 1970: the creation time of a sandbox, and the start of a clock without a start instant. */
  now(): number;
  /**
   * Returns the milliseconds since a fixed moment, with fractions. The value never decreases, even when somebody
   * changes the date of the machine.
   */
  monotonic(): number;
  /** Calls `fn` in a later turn of the event loop, after the code that waits for already settled promises. */
  afterMacrotask(fn: () => void): void;
  /**
   * Calls `fn` after `ms` milliseconds (at most 2^31-1). Returns a function that cancels this timer. With `isBackground`, the
   * timer does not keep the process alive.
   */
  timer(ms: number, fn: () => void, isBackground?: boolean): () => void;
}

// Read at import, because a test that fakes the timers of Node would stop every `auto` clock.
const nextTurn = typeof setImmediate === 'function' ? setImmediate : (fn: () => void) => setTimeout(fn, 0);

/** Of Node, a browser or a worker. */
export const hostMachine: MachineClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  afterMacrotask: fn => {
    nextTurn(fn);
  },
  timer: (ms, fn, isBackground = false) => {
    const timer = setTimeout(fn, ms);
    // A browser has no such method, and ends the timers of a closed page.
    if (isBackground && typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  },
};
