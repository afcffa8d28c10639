/**
 * Where all time comes from. Whatever waits, ages or stamps is given a clock, so that a test, a stand-in or a
 * sped-up run can give it another one.
 */
export interface Clock {
  /** The present instant, in whole milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /**
   * Waits.
   *
   * @param ms how long, in milliseconds of this clock; zero and less resolve at once, Infinity waits until aborted
   * @param signal ends the wait early: the promise rejects with the signal's reason
   * @param who names the waiter for whoever asks what the clock is waiting for
   * @throws RangeError (as a rejection) when `ms` is NaN
   */
  sleep(ms: number, signal?: AbortSignal, who?: string): Promise<void>;
}

/** The longest delay a host's timer takes; anything above it would fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * The machine's own clock.
 *
 * @example
 * await systemClock.sleep(1_500, AbortSignal.timeout(1_000)); // rejects with a TimeoutError after one second
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (Number.isNaN(ms)) return Promise.reject(new RangeError('sleep: NaN is no number of milliseconds'));
    return ms > 0 ? waitFor(ms, signal) : Promise.resolve();
  },
};

function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // Hosts cut fractions off, which would end the wait early.
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
      const part = Math.min(left, longestTimer);
      left -= part;
      timer = setTimeout(next, part);
    };
    signal?.addEventListener('abort', stop, { once: true });
    next();
  });
}
