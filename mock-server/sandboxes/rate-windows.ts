import { limits } from '#contracts';
import { createRateWindow, type RateWindow } from './rate-window.ts';

/** The rate windows of all credentials of a sandbox. */
export type RateWindows = ReturnType<typeof createRateWindows>;

/** Creates the rate windows of a sandbox. @param limit the maximum number of requests per minute, or false */
export function createRateWindows(limit: number | false, state: [string, number[]][] = []) {
  const windows = new Map<string, RateWindow>();
  function of(username: string, instants?: number[]): RateWindow | undefined {
    if (limit === false) return undefined;
    const window = windows.get(username) ?? createRateWindow(limit, limits.rateWindow.value, instants);
    windows.set(username, window);
    return window;
  }
  for (const [username, instants] of state) of(username, instants);
  return {
    of: (username: string) => of(username),
    dump: () => [...windows].map(([name, window]): [string, number[]] => [name, window.dump()]),
    size: () => [...windows.values()].reduce((sum, { size }) => sum + size, 0),
  };
}
