/** Has two generations. When the newer one is full, the older one is dropped. */
export interface RotatingMap<Key, Value> {
  get(key: Key): Value | undefined;
  /** `size` is the part of the capacity that the value uses, by default 1. */
  set(key: Key, value: Value, size?: number): void;
  entries(): [Key, Value][];
  clear(): void;
}

/**
 * A generation is full at `capacity`, the sum of the sizes of its values. It is dropped as a whole, because a large Map becomes
 * slow when its first entries are deleted one by one. `onDrop`: receives each dropped key.
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
    entries() {
      const kept = [...old].filter(([key]) => !young.has(key));
      return [...kept, ...young];
    },
    clear() {
      young.clear();
      old.clear();
      filled = 0;
    },
  };
}
