/** @param kept such as a WeakMap, or a map that drops old results */
export function memoize<Key, Value>(
  make: (key: Key) => Value,
  kept: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown } = new Map<Key, Value>(),
): (key: Key) => Value {
  return key => {
    const known = kept.get(key);
    const value = known === undefined ? make(key) : known;
    kept.set(key, value);
    return value;
  };
}
