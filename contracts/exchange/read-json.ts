import { limits } from '../clauses/index.ts';
import { asList, compact, type JsonObject } from '../util/index.ts';

// Recorded JSON can contain anything. The limits keep a record small; no valid call exceeds them.
const maxText = 300;
export const maxRooms = limits.rooms.value;
export const maxGuests = limits.guestsPerRoom.value;
export const maxTravellers = limits.travellers.value;

export const firstOf = (value: unknown, max: number): unknown[] => asList(value).slice(0, max);
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxText) : undefined;
export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
export const asBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;
/** Undefined for an empty list or object. */
export const orNone = <T extends object>(value: T): T | undefined =>
  Object.keys(value).length > 0 ? value : undefined;

export function textsIn<Name extends string>(object: JsonObject, names: readonly Name[]) {
  const texts = Object.fromEntries(names.map(name => [name, asText(object[name])]));
  return orNone(compact(texts)) as Partial<Record<Name, string>> | undefined; // the keys come from `names`
}
