/** A map of limited size. It drops its oldest entries a whole generation at a time. */
export interface RotatingMap<Key, Value> {
  get(key: Key): Value | undefined;
  /** Stores a value. `size` is its share of the capacity of a generation, by default 1. */
  set(key: Key, value: Value, size?: number): void;
  entries(): [Key, Value][];
}

/**
 * Creates a map of at most two generations, each of about `capacity` entries or units of size. Dropping a generation costs
 * nothing. Deleting the first entry of a large Map gets slower with every deletion.
 *
 * @example createRotatingMap<string, number>(60_000)
 */
export function createRotatingMap<Key, Value>(
  capacity: number,
  from: [Key, Value][] = [],
): RotatingMap<Key, Value> {
  let young = new Map<Key, Value>(from);
  let old = new Map<Key, Value>();
  let filled = young.size;
  return {
    get: key => young.get(key) ?? old.get(key),
    set(key, value, size = 1) {
      if (!young.has(key)) filled += size;
      young.set(key, value);
      if (filled < capacity) return;
      old = young;
      young = new Map();
      filled = 0;
    },
    entries() {
      const kept = [...old].filter(([key]) => !young.has(key));
      return [...kept, ...young];
    },
  };
}
