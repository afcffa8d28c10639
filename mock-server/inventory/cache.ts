/** Remembers results by key, bounded by their size. */
export interface Cache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, size: number): void;
}

/**
 * A cache that holds at most twice `capacity` units of size: when the young half is full the old half is dropped.
 *
 * @example createCache<string>(1_000_000)
 */
export function createCache<Value>(capacity: number): Cache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let filled = 0;
  function set(key: string, value: Value, size: number): void {
    if (filled + size > capacity && young.size > 0) {
      old = young;
      young = new Map();
      filled = 0;
    }
    filled += size;
    young.set(key, value);
  }
  return { get: key => young.get(key) ?? old.get(key), set };
}
