/** What a virtual clock needs of the machine under it; tests give their own and so never wait. */
export interface MachineClock {
  /** The machine's date, in ms since 1970; read once, when a clock starts without an instant of its own. */
  now(): number;
  /** Milliseconds since some fixed moment, with fractions; never goes back, whatever is done to the date. */
  monotonic(): number;
  /** Calls back in a later turn of the event loop, when the promises of the present one have been served. */
  afterMacrotask(fn: () => void): void;
  /** Calls back after `ms` milliseconds (at most 2^31-1); returns what cancels it. */
  timer(ms: number, fn: () => void): () => void;
}

// Taken at import: a test that fakes the host's timers would otherwise stop every auto clock in it.
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
