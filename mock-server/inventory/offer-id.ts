import { hash32, hash64 } from '../clock/index.ts';

// The id of an offer is a text of 9 digits, because public clients read ids as signed numbers of 32 bits. The id is the sum of two
// numbers: one for the item (a room of a hotel with its rate plan, a car, a transfer or a tour), and one for the dates and the guests
// of the Search. The server therefore finds the item of an id by one subtraction.
//
// An id begins with a digit from 1 to 6 or, in Testville, with 7. The journal never masks an id as a card number, because a card
// number has at least 12 digits.

const firstItem = 100_000_000;
/** All item numbers outside Testville are smaller than this number. With the largest stay number, an id still begins with 6. */
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

/**
 * Returns the number of an item in Testville with one of its rate plans. The offer ids of the item show both numbers.
 *
 * @throws RangeError for a larger item
 */
export function testItemNumberOf(item: number, plan: number): number {
  if (item > maxTestItem) throw new RangeError(`Testville has at most ${maxTestItem} items of a product`);
  return firstTestItem + item * perTestItem + plan * perPlan;
}

/** Returns the item in Testville that an offer id belongs to, counted from 1; undefined for an id of another place. */
export function testItemIn(id: string): number | undefined {
  return /^7\d{8}$/.test(id) ? Math.floor((Number(id) - firstTestItem) / perTestItem) : undefined;
}

/** Returns the number that stands for the dates and guests of a Search in offer ids. Equal dates and guests have equal numbers. */
export const stayNumberOf = (key: string): number => hash32(key) & stayBits;

/** Returns the part of the stay number that the ids of an item contain. `number` is the number of the item or of one of its ids. */
const stayIn = (number: number, stay: number): number => (number < firstTestItem ? stay : stay % perPlan);

/** Returns the id of an offer as a number of 9 digits. */
export const offerNumberOf = (item: number, stay: number): number => item + stayIn(item, stay);

/** Returns the id of an offer as text. The parameters are those of `offerNumberOf`. */
export const offerIdOf = (item: number, stay: number): string => String(offerNumberOf(item, stay));

/** Returns the item number in an offer id; NaN for a text that is not an offer id. */
export const itemNumberIn = (id: string, stay: number): number =>
  /^[1-7]\d{8}$/.test(id) ? Number(id) - stayIn(Number(id), stay) : Number.NaN;
