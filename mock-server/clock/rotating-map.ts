/** The old generation is dropped as a whole, because a large Map becomes slow when its first entries are deleted one by one. */
export function createRotatingMap<Key, Value>(capacity: number, onDrop?: (key: Key) => void) {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  let filled = 0;
  return {
    get: (key: Key): Value | undefined => young.get(key) ?? old.get(key),
    /** `size`: the part of the capacity of a generation that the value uses. */
    set(key: Key, value: Value, size = 1): void {
      if (!young.has(key)) filled += size;
      young.set(key, value);
      if (filled < capacity) return;
      if (onDrop) for (const dropped of old.keys()) if (!young.has(dropped)) onDrop(dropped);
      old = young;
      young = new Map();
      filled = 0;
    },
    entries(): [Key, Value][] {
      const kept = [...old].filter(([key]) => !young.has(key));
      return [...kept, ...young];
    },
    clear(): void {
      young.clear();
      old.clear();
      filled = 0;
    },
  };
}
