import { limits } from '../clauses/index.ts';

// Recorded JSON can contain anything. The limits keep a record small; no valid call exceeds them.
const maxText = 300;
export const maxRooms = limits.rooms.value;
export const maxGuests = limits.guestsPerRoom.value;
export const maxTravellers = limits.travellers.value;

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const firstOf = (value: unknown, max: number): unknown[] => asList(value).slice(0, max);
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxText) : undefined;
export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
export const asBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;
export const orNone = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);
