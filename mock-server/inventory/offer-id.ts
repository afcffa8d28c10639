import { hash32, hash64 } from '../seed.ts';

// The id of an offer is a text of 15 digits, because public clients read ids as numbers. The id is the sum of two numbers: one for
// the item (a room of a hotel with its rate plan, a car, a transfer or a tour), and one for the dates and the guests of the
// Search. The server therefore finds the item of an id by one subtraction.
//
// An id begins with 1 or, in Testville, with 7. No card number begins with these digits. With other digits, the journal would mask
// one in ten ids as a card number.

/** The number of digits of an offer id. */
export const offerIdLength = 15;

const firstItem = 1e14;
const firstTestItem = 7e14;
/** The distance between the rate plans of an item in Testville. All stay numbers are smaller than this distance. */
const perPlan = 1e10;
const perTestItem = 1e11;
/** The largest number of an item in Testville. */
const maxTestItem = 999;

/**
 * Returns the number of an item, which its offer ids contain.
 *
 * @param key the item and its place, such as `1001-C101`
 * @example itemNumberOf('1001-C101') // from 1e14 up to 2e14
 */
export function itemNumberOf(key: string): number {
  const [high, low] = hash64(key);
  return firstItem + ((high * 0x200000 + (low >>> 11)) % (firstItem - perPlan)); // the factors use 53 bits of the hash
}

/**
 * Returns the number of an item in Testville with one of its rate plans. The offer ids of the item show both numbers.
 *
 * @param item counted from 1, at most 999
 * @param plan the index of the rate plan, at most 9
 * @throws RangeError for a larger item
 * @example testItemNumberOf(12, 3) // 701230000000000
 */
export function testItemNumberOf(item: number, plan: number): number {
  if (item > maxTestItem) throw new RangeError(`Testville has at most ${maxTestItem} items of a product`);
  return firstTestItem + item * perTestItem + plan * perPlan;
}

/**
 * Returns the item in Testville that an offer id belongs to, counted from 1; undefined for an id of another place.
 *
 * @example testItemIn('701230000000000') // 12
 */
export function testItemIn(id: string): number | undefined {
  return /^7\d{14}$/.test(id) ? Math.floor((Number(id) - firstTestItem) / perTestItem) : undefined;
}

/**
 * Returns the number that stands for the dates and guests of a Search in offer ids. Equal dates and guests have equal numbers.
 *
 * @example stayNumberOf('2026-12-10 2 2 7') // a number of 32 bits
 */
export const stayNumberOf = (key: string): number => hash32(key);

/**
 * Returns the id of an offer.
 *
 * @param stay the stay number; 0 for a product whose ids do not depend on dates and guests
 * @example offerIdOf(itemNumberOf('1001-C101'), stayNumberOf('2026-12-10 2')) // 15 digits
 */
export const offerIdOf = (item: number, stay: number): string => String(item + stay);

/** Returns the item number in an offer id; NaN for a text that is not an offer id. */
export const itemNumberIn = (id: string, stay: number): number =>
  /^[17]\d{14}$/.test(id) ? Number(id) - stay : Number.NaN;
