import { limits } from '../limits.ts';

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// Facts stay small whatever a client sends: no call that is accepted has more of anything.
const longestText = 300;
export const mostRooms = limits.rooms.value;
export const mostGuests = limits.guestsPerRoom.value;
export const mostTravellers = limits.travellers.value;
export const firstOf = (value: unknown, most: number): unknown[] => list(value).slice(0, most);
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, longestText) : undefined;
export const whole = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
