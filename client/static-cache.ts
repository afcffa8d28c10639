import { type Clock, limits } from '#contracts';

/** Keeps static data for 30 days (ep.static-refresh, limit.static). */
export interface StaticCache {
  /** Concurrent callers share one `load`. A failure is not stored. */
  get<T>(key: string, load: () => Promise<T>): Promise<T>;
}

const own = async <T>(value: Promise<T>): Promise<T> => structuredClone(await value);

export function createStaticCache(clock: Clock): StaticCache {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<unknown> }>();
  return {
    get<T>(key: string, load: () => Promise<T>) {
      const known = kept.get(key);
      if (known && clock.now() < known.until) return own(known.value as Promise<T>); // this key was stored with a value of type T
      const value = load();
      kept.set(key, { until: clock.now() + limits.staticDataAge.value, value });
      value.catch(() => {
        if (kept.get(key)?.value === value) kept.delete(key); // a newer load may have replaced this value
      });
      return own(value);
    },
  };
}
