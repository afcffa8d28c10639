import type { FaultCall } from '#contracts/fault';
import { asObject } from '#contracts/util';
import { hash64, hexId } from '../seed.ts';

/** The counts that a fault stores between calls. */
type Memory = Record<string, number>;

/** The maximum number of items for which a fault keeps counts. The fault then forgets the oldest items. */
const maxItems = 1_000;

/** The fields that can differ between two calls for the same item. */
const notOfItem = new Set(['Credential', 'Token', 'ReToken', 'Timeout']);

/**
 * Returns the key of the item of a call: the criteria of a Search, the selected offer, or the booking. The key does not depend on
 * the operation, tokens, or the order of fields.
 *
 * @returns undefined for a look-up that finds no booking
 * @example itemOf(call) // '1f3a…'
 */
export function itemOf({ operation, owner, url, body, findBooking }: FaultCall): string | undefined {
  const isLookUp = operation.id === 'getBooking' || operation.id === 'getBookingDetail';
  if (isLookUp) return findBooking()?.id;
  const place = operation.base === 'commons' ? url : '';
  return hexId(hash64(JSON.stringify([owner, place, contentOf(body)])), 0);
}

/** Returns the content of a request in a form that does not depend on the order of the fields. */
function contentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(contentOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(asObject(value))
    .filter(([name]) => !notOfItem.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, contentOf(field)]);
}

const seenKey = (item: string): string => `seen ${item}`;
const firedKey = (item: string): string => `fired ${item}`;

/** Counts a call about an item, such as an offer or a booking, that a fault matched. Returns the counts of the item. */
export function countItem(memory: Memory, item: string): { readonly seen: number; readonly fired: number } {
  const before = memory[seenKey(item)];
  if (before === undefined) forgetOldest(memory);
  const seen = (before ?? 0) + 1;
  memory[seenKey(item)] = seen;
  return { seen, fired: memory[firedKey(item)] ?? 0 };
}

/** Removes the counts of the oldest item if the fault keeps counts for too many items. */
function forgetOldest(memory: Memory): void {
  const items = Object.keys(memory).filter(key => key.startsWith('seen '));
  const [oldest] = items;
  if (oldest === undefined || items.length < maxItems) return;
  delete memory[oldest];
  delete memory[oldest.replace('seen', 'fired')];
}

/** Adds a value to the number of calls for an item that a fault has changed. */
export function addFired(memory: Memory, item: string, added: 1 | -1): void {
  memory[firedKey(item)] = (memory[firedKey(item)] ?? 0) + added;
}
