import { limits } from '../limits.ts';

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// These limits keep the recorded data of a call small. No valid call exceeds these limits.
const maxText = 300;
export const maxRooms = limits.rooms.value;
export const maxGuests = limits.guestsPerRoom.value;
export const maxTravellers = limits.travellers.value;
export const firstOf = (value: unknown, max: number): unknown[] => list(value).slice(0, max);
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxText) : undefined;
export const whole = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
