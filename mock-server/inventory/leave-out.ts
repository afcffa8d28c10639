import { asObject } from '#contracts/util';
import { textOf } from '../body.ts';
import { asciiText } from './json-text.ts';
import type { Offers } from './quote.ts';

/**
 * The offers of a Search without those of some suppliers; a hotel without a room left goes as well.
 *
 * @param absent the names of the suppliers
 */
export function leaveOut(offers: Offers, absent: readonly string[]): Offers {
  const [before, list, after] = offers.members;
  const all: unknown[] = JSON.parse(textOf(['[', list, ']']));
  offers.release?.();
  const left = all.flatMap(offer => without(asObject(offer), absent));
  const text = asciiText(left).slice(1, -1);
  const members = [before, new TextEncoder().encode(text), after] as const;
  return { key: offers.key, members, found: left.length };
}

function without(offer: Record<string, unknown>, absent: readonly string[]): object[] {
  const isThere = (entry: unknown) => !absent.includes(String(asObject(entry).SupplierName));
  if (!Array.isArray(offer.Rooms)) return isThere(offer) ? [offer] : [];
  const Rooms = offer.Rooms.filter(isThere);
  return Rooms.length > 0 ? [{ ...offer, Rooms }] : [];
}
