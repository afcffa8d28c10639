/** The requests of one credential within a sliding window (limit.rate). */
export interface RateWindow {
  /**
   * Counts a request at an instant, or says how long to wait when the window is full. A refused request does not count.
   *
   * @returns 0 when it may pass, else milliseconds until the next one may
   */
  take(now: number, slack: number): number;
  /** Takes back a request that was counted at an instant: its answer was none of the supplier's. */
  giveBack(at: number): void;
  /** The instants that still count, oldest first. */
  dump(): number[];
}

/**
 * A window that lets `limit` requests pass in any `span` milliseconds. Keeps one number per request that still counts;
 * each is added and dropped once, so a request costs the same however many there are.
 */
export function createRateWindow(limit: number, span: number, from: readonly number[] = []): RateWindow {
  let instants = [...from];
  let first = 0;

  function forget(before: number): void {
    while ((instants[first] ?? Number.POSITIVE_INFINITY) <= before) first += 1;
    if (first < 1_024 || first < instants.length / 2) return;
    instants = instants.slice(first);
    first = 0;
  }

  return {
    take(now, slack) {
      forget(now - span + slack);
      const oldest = instants[first];
      if (oldest !== undefined && instants.length - first >= limit) return oldest + span - slack - now;
      instants.push(now);
      return 0;
    },
    giveBack(at) {
      const index = instants.lastIndexOf(at);
      if (index >= first) instants.splice(index, 1);
    },
    dump: () => instants.slice(first),
  };
}
