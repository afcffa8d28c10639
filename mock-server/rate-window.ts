/** The requests of one credential within a sliding window (limit.rate). */
export interface RateWindow {
  /**
   * Counts a request at an instant, or says how long to wait when the window is full. A refused request does not count.
   *
   * @returns 0 when it may pass, else milliseconds until the next one may
   */
  take(now: number, slack: number): number;
  /** The instants that still count, oldest first. */
  dump(): number[];
}

/**
 * A window that lets `limit` requests pass in any `span` milliseconds. Costs the same however full it is: only the
 * instant of the request `limit` places back matters.
 */
export function createRateWindow(limit: number, span: number, instants: readonly number[] = []): RateWindow {
  const ring = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  const add = (now: number) => {
    ring[next] = now;
    next = (next + 1) % limit;
  };
  for (const instant of instants) add(instant);
  return {
    take(now, slack) {
      const wait = (ring[next] ?? Number.NEGATIVE_INFINITY) + span - slack - now;
      if (wait > 0) return wait;
      add(now);
      return 0;
    },
    dump: () => [...ring.slice(next), ...ring.slice(0, next)].filter(Number.isFinite),
  };
}
