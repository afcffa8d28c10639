import { type Clock, limits } from '#contracts';

/** Keeps static data as long as it is good: about 30 days (ep.static-refresh, limit.static). */
export interface StaticCache {
  /** What is kept under a key, or what `load` gives; who asks at the same time shares one load. */
  get<T>(key: string, load: () => Promise<T>): Promise<T>;
}

/** Each caller has a copy: what one of them changes is not what the next one gets. */
const own = async <T>(value: Promise<T>): Promise<T> => structuredClone(await value);

/** A cache by the client's clock. What could not be loaded is not kept. */
export function createStaticCache(clock: Clock): StaticCache {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<unknown> }>();
  return {
    get<T>(key: string, load: () => Promise<T>) {
      const known = kept.get(key);
      if (known && clock.now() < known.until) return own(known.value as Promise<T>); // kept by the same key
      const value = load();
      kept.set(key, { until: clock.now() + limits.staticDataAge.value, value });
      value.catch(() => {
        if (kept.get(key)?.value === value) kept.delete(key); // not a newer one
      });
      return own(value);
    },
  };
}
