/** Lets those who want the same thing go one after the other. */
export type Lock = <T>(key: string, run: () => Promise<T>) => Promise<T>;

/**
 * A lock by key within this process: one per stay and user (flow.3). What runs longest is a DoBooking of 45 s.
 *
 * @example await lock(stayKey(stay), () => book())
 */
export function createLock(): Lock {
  const last = new Map<string, Promise<unknown>>();
  return async (key, run) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(run, run);
    const settled = mine.catch(() => undefined);
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
