import { hash32, hash64 } from '../clock/index.ts';

// An offer id is a text of 9 digits, because public clients read ids as signed numbers of 32 bits. It is the sum of two numbers: one for
// the item, and one for the dates and the guests of the Search. It begins with a digit from 1 to 6 or, in Testville, with 7.

const firstItem = 100_000_000;
/** With the largest stay number, an id still begins with 6. */
const endOfItems = 560_000_000;
const firstTestItem = 700_000_000;
/** The distance between the rate plans of an item in Testville. The ids contain only the last digits of the stay number. */
const perPlan = 10_000;
const perTestItem = 100_000;
const maxTestItem = 999;
const stayBits = 0x7ff_ffff;

export function itemNumberOf(key: string): number {
  const [high, low] = hash64(key);
  return firstItem + ((high * 0x200000 + (low >>> 11)) % (endOfItems - firstItem)); // the factors use 53 bits of the hash
}

export function testItemNumberOf(item: number, plan: number): number {
  if (item > maxTestItem) throw new RangeError(`Testville has at most ${maxTestItem} items of a product`);
  return firstTestItem + item * perTestItem + plan * perPlan;
}

/** Counted from 1; undefined for an id of another place. */
export function testItemIn(id: string): number | undefined {
  return /^7\d{8}$/.test(id) ? Math.floor((Number(id) - firstTestItem) / perTestItem) : undefined;
}

/** Escapes a client's text for a key whose parts are joined with blanks or commas. */
export const keyPart = (text: string): string => text.replace(/[ ,%]/g, encodeURIComponent);

export const stayNumberOf = (key: string): number => hash32(key) & stayBits;

export const offerIdOf = (item: number, stay: number): string =>
  String(item + (item < firstTestItem ? stay : stay % perPlan));
