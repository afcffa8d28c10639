import { type Clock, limits } from '#contracts';

/** Keeps static data for 30 days (ep.static-refresh, limit.static). */
export interface StaticCache {
  /** Returns the value of a key, from `load` when it is not kept; concurrent callers share one load. */
  get<T>(key: string, load: () => Promise<T>): Promise<T>;
}

/** Each caller gets a copy, so that a change by one caller does not reach the next one. */
const own = async <T>(value: Promise<T>): Promise<T> => structuredClone(await value);

/** Creates a cache by the client's clock. A failed load is not kept. */
export function createStaticCache(clock: Clock): StaticCache {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<unknown> }>();
  return {
    get<T>(key: string, load: () => Promise<T>) {
      const known = kept.get(key);
      if (known && clock.now() < known.until) return own(known.value as Promise<T>); // stored under the same key
      const value = load();
      kept.set(key, { until: clock.now() + limits.staticDataAge.value, value });
      value.catch(() => {
        if (kept.get(key)?.value === value) kept.delete(key); // not a newer one
      });
      return own(value);
    },
  };
}
