/** Tests replace these functions, so that no test waits. */
export interface MachineClock {
  /** The date in ms since 1970: the creation time of a sandbox, and the default start of a clock. */
  now(): number;
  /** Milliseconds with fractions, which never decrease, also when the date of the machine is changed. */
  monotonic(): number;
  /** In a later turn of the event loop, after the code that waits for settled promises. */
  afterMacrotask(fn: () => void): void;
  /** After at most `maxTimer` ms. Returns a function that cancels. A background timer does not keep the process alive. */
  timer(ms: number, fn: () => void, isBackground?: boolean): () => void;
}

// Read at import, because a test that fakes the timers of Node would stop every `auto` clock.
const nextTurn = typeof setImmediate === 'function' ? setImmediate : (fn: () => void) => setTimeout(fn, 0);

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

/** Lets other calls have their turn. */
export const nextMacrotask = (): Promise<void> => new Promise(resolve => hostMachine.afterMacrotask(resolve));
