// Without side effects.
export * from './align-columns.ts';
export * from './describe-issue.ts';
export * from './json-error.ts';
export * from './nearest.ts';

/** A JSON object whose members have any type. */
export type JsonObject = { [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The object must have at least one member, and only members that its type names. */
export const keysOf = <Key extends string>(object: Readonly<Record<Key, unknown>>) =>
  Object.keys(object) as [Key, ...Key[]]; // Object.keys returns string[]

export const mapValues = <Value, Mapped>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

export type Compact<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** JSON also leaves such members out, so the copy equals its stored JSON. */
export function compact<T extends object>(value: T): Compact<T> & T {
  const kept: Partial<T> = {};
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key];
  return kept as Compact<T> & T; // the loop copies every member that is not undefined
}

export function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Schemas are slow to create, and most programs do not need all of them. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** @example foldText('São Paulo') // 'sao paulo' */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Suppliers write names in different ways. */
export function shareWord(a: string, b: string): boolean {
  const wordsOf = (name: string) => foldText(name).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const words = new Set(wordsOf(a));
  return words.size === 0 || wordsOf(b).length === 0 || wordsOf(b).some(word => words.has(word));
}

/** The `…` tells the redactor that a secret may be cut off there (auth.5). */
export const shorten = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

/** An error that a user can mend. Each line of its message is about one mistake, and says what is right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The time does not depend on the place of the first difference. */
export function isSameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % b.length);
  return difference === 0;
}

/** @example hideUserInfo('redis://:secret@host:6379') // 'redis://***@host:6379' */
export const hideUserInfo = (address: string): string => address.replace(/\/\/.*@/s, '//***@');

/** @example counted(2, 'call') // '2 calls' */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export * from './address.ts';
export { addDays, dayNumber, endOfDay, formatTimeSpan, nightsBetween, utcDate } from './calendar.ts';
export * from './clock.ts';
export * from './duration.ts';
export * from './mark.ts';
export * from './mask.ts';
export * from './memoize.ts';
export { type CardResult, passesLuhn, testCards } from './test-cards.ts';
export * from './time-zone.ts';
export * from './version.ts';
