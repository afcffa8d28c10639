import type { FaultCall } from '#contracts/fault';
import { asObject } from '#contracts/util';
import { hash64, hexId } from '../seed.ts';

type Memory = Record<string, number>;

/** Above this number, a fault forgets the oldest items. */
const maxItems = 1_000;

/** These differ between two calls for the same item. */
const notOfItem = new Set(['Credential', 'Token', 'ReToken', 'Timeout']);

/**
 * The key of a Search's criteria, the selected offer, or the booking. It does not depend on the operation, tokens, or the order
 * of fields. Undefined for a look-up that finds no booking.
 */
export function itemOf({ operation, owner, url, body, findBooking }: FaultCall): string | undefined {
  const isLookUp = operation.id === 'getBooking' || operation.id === 'getBookingDetail';
  if (isLookUp) return findBooking()?.id;
  const place = operation.base === 'commons' ? url : '';
  return hexId(hash64(JSON.stringify([owner, place, contentOf(body)])), 0);
}

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

/** Returns the counts of the item with this call. */
export function countItem(memory: Memory, item: string): { readonly seen: number; readonly fired: number } {
  const before = memory[seenKey(item)];
  if (before === undefined) forgetOldest(memory);
  const seen = (before ?? 0) + 1;
  memory[seenKey(item)] = seen;
  return { seen, fired: memory[firedKey(item)] ?? 0 };
}

function forgetOldest(memory: Memory): void {
  const items = Object.keys(memory).filter(key => key.startsWith('seen '));
  const [oldest] = items;
  if (oldest === undefined || items.length < maxItems) return;
  delete memory[oldest];
  delete memory[oldest.replace('seen', 'fired')];
}

export function addFired(memory: Memory, item: string, added: 1 | -1): void {
  memory[firedKey(item)] = (memory[firedKey(item)] ?? 0) + added;
}
