/** An object of which nothing is said to be undefined. */
export type Compact<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Facts are stored and compared as JSON, which drops what is undefined; so the types may say it is absent. */
export function compact<T extends object>(value: T): Compact<T> & T {
  return value as Compact<T> & T; // see above
}
