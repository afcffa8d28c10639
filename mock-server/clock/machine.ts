/** The functions of the machine that a virtual clock uses. Tests replace them, so tests never wait. */
export interface MachineClock {
  /** Returns the machine's date in ms since 1970. A clock that starts without an instant reads it once. */
  now(): number;
  /** Returns the milliseconds since a fixed moment, with fractions. It never goes back, even when the date is changed. */
  monotonic(): number;
  /** Calls back in a later turn of the event loop, after the settled promises of this turn. */
  afterMacrotask(fn: () => void): void;
  /** Calls back after `ms` milliseconds (at most 2^31-1); returns the function that cancels the call. */
  timer(ms: number, fn: () => void): () => void;
}

// Read at import: otherwise a test that fakes the timers of Node would stop every `auto` clock.
const nextTurn = typeof setImmediate === 'function' ? setImmediate : (fn: () => void) => setTimeout(fn, 0);

/** The machine this program runs on: Node, a browser, a worker. */
export const hostMachine: MachineClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  afterMacrotask: fn => {
    nextTurn(fn);
  },
  timer: (ms, fn) => {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};
