import { limits } from '#contracts';
import { memoize } from '#contracts/util';

/** The requests of one credential within a sliding window (limit.rate). */
export type RateWindow = ReturnType<typeof createRateWindow>;

export type RateWindows = ReturnType<typeof createRateWindows>;

export function createRateWindows(limit: number | false, state: [string, number[]][] = []) {
  const windows = new Map<string, RateWindow>();
  const create = (instants?: number[]) => createRateWindow(Number(limit), limits.rateWindow.value, instants);
  if (limit !== false) for (const [name, instants] of state) windows.set(name, create(instants));
  return {
    of: limit === false ? () => undefined : memoize((_username: string) => create(), windows),
    dump: () => [...windows].map(([name, window]): [string, number[]] => [name, window.dump()]),
    size: () => [...windows.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

/** `span`: milliseconds. To count a request takes the same time, however many are counted. */
function createRateWindow(limit: number, span: number, from: readonly number[] = []) {
  let instants = [...from];
  let first = 0;

  function forget(before: number): void {
    while ((instants[first] ?? Number.POSITIVE_INFINITY) <= before) first += 1;
    if (first < 1_024 || first < instants.length / 2) return;
    instants = instants.slice(first);
    first = 0;
  }

  return {
    /** Returns 0 when the request was counted, otherwise the milliseconds until the next one is allowed. */
    take(now: number, slack: number): number {
      forget(now - span + slack);
      const oldest = instants[first];
      if (oldest !== undefined && instants.length - first >= limit) return oldest + span - slack - now;
      instants.push(now);
      return 0;
    },
    /** A request that a fault answers does not count. */
    giveBack(at: number): void {
      const index = instants.lastIndexOf(at);
      if (index >= first) instants.splice(index, 1);
    },
    /** At the last call of `take`. */
    get size() {
      return instants.length - first;
    },
    dump: () => instants.slice(first),
  };
}
