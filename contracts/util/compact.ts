/** An object of which nothing is said to be undefined. */
export type Compact<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/**
 * An object without what is undefined in it, as JSON would have it: what was stored and read again equals what was not.
 *
 * @example compact({ a: 1, b: undefined }) // { a: 1 }
 */
export function compact<T extends object>(value: T): Compact<T> & T {
  const kept: Partial<T> = {};
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key];
  return kept as Compact<T> & T; // all that T says, bar what was undefined
}
