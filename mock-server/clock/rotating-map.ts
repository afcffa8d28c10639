/** A map of limited size, in two parts (generations). When the newer part is full, the map drops the older part. */
export interface RotatingMap<Key, Value> {
  get(key: Key): Value | undefined;
  /** Stores a value. `size` is the amount of a generation's capacity that the value uses, by default 1. */
  set(key: Key, value: Value, size?: number): void;
  entries(): [Key, Value][];
  /** The number of entries. A key that is in both parts counts twice. */
  readonly size: number;
}

/**
 * Creates a map of at most two generations. Each generation is full at `capacity`, the sum of the sizes of its values. The map
 * drops a whole generation, because a large Map becomes slow when its first entries are deleted one by one.
 *
 * @param onDrop receives each key that the map drops
 * @example createRotatingMap<string, number>(60_000)
 */
export function createRotatingMap<Key, Value>(
  capacity: number,
  onDrop?: (key: Key) => void,
): RotatingMap<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  let filled = 0;
  return {
    get: key => young.get(key) ?? old.get(key),
    set(key, value, size = 1) {
      if (!young.has(key)) filled += size;
      young.set(key, value);
      if (filled < capacity) return;
      if (onDrop) for (const dropped of old.keys()) if (!young.has(dropped)) onDrop(dropped);
      old = young;
      young = new Map();
      filled = 0;
    },
    get size() {
      return young.size + old.size;
    },
    entries() {
      const kept = [...old].filter(([key]) => !young.has(key));
      return [...kept, ...young];
    },
  };
}
