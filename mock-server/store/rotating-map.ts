/** A map that forgets: bounded in number, it drops its oldest entries a whole generation at a time. */
export interface RotatingMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  entries(): [Key, Value][];
}

/**
 * A map of at most two generations of `size` entries. Dropping a generation costs nothing, unlike deleting the first
 * entry of a large Map, which gets slower the more was deleted.
 *
 * @example createRotatingMap<string, number>(60_000)
 */
export function createRotatingMap<Key, Value>(
  size: number,
  from: [Key, Value][] = [],
): RotatingMap<Key, Value> {
  let young = new Map<Key, Value>(from);
  let old = new Map<Key, Value>();
  return {
    get: key => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value);
      if (young.size < size) return;
      old = young;
      young = new Map();
    },
    entries() {
      const kept = [...old].filter(([key]) => !young.has(key));
      return [...kept, ...young];
    },
  };
}
