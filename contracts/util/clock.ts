/** Reads the time and waits. Tests and the stand-in pass a clock that is not the clock of the machine. */
export interface Clock {
  /** Returns the current instant, in whole milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /**
   * Waits on this clock.
   *
   * @param ms milliseconds; resolves at once for zero or less, never for Infinity
   * @param signal ends the wait; the promise then rejects with its reason
   * @param who the name in the list of all waits
   * @throws RangeError (as a rejection) when `ms` is NaN
   */
  sleep(ms: number, signal?: AbortSignal, who?: string): Promise<void>;
}

/** In milliseconds. `setTimeout` with a longer delay fires at once. */
export const maxTimer = 2 ** 31 - 1;

/**
 * The clock of the machine.
 *
 * @example
 * await systemClock.sleep(1_500, AbortSignal.timeout(1_000)); // rejects with a TimeoutError after one second
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (Number.isNaN(ms)) return Promise.reject(new RangeError('sleep: NaN is not a number of milliseconds'));
    return ms > 0 ? waitFor(ms, signal) : Promise.resolve();
  },
};

function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // `setTimeout` drops fractions, and would end the wait early.
    let left = Math.ceil(ms);
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const next = () => {
      if (left <= 0) {
        signal?.removeEventListener('abort', stop);
        resolve();
        return;
      }
      const part = Math.min(left, maxTimer);
      left -= part;
      timer = setTimeout(next, part);
    };
    signal?.addEventListener('abort', stop, { once: true });
    next();
  });
}
