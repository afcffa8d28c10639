import * as z from 'zod/mini';
import { assumed, component, specified } from '../provenance.ts';
import { text, utcTime } from './scalars.ts';

/** What a LocationCode can be the code of: the types that autocomplete gives. */
export const locationTypes = ['Destination', 'Hotel', 'PointOfInterest', 'Airport'] as const;
/** What a LocationCode is the code of. */
export type LocationType = (typeof locationTypes)[number];

/** Whether a value is one of the location types. */
export const isLocationType = (type: unknown): type is LocationType =>
  locationTypes.some(known => known === type);

/** The type of a place. */
export const locationType = component('LocationType', z.enum(locationTypes));

/** Where something begins or ends: the id and the type of an entry of autocomplete. */
export const locationFields = {
  LocationCode: assumed('field', text),
  LocationType: assumed('field', locationType),
};

const whole = (most: number, what: string) =>
  z
    .int({ error: `expected ${what}` })
    .check(z.minimum(0, { error: `expected ${what}` }), z.maximum(most, { error: `expected ${what}` }));

/** A time of day in UTC as one text, or as two numbers (date.hours). */
export const timeFields = {
  Time: specified('date.hours', z.optional(utcTime)),
  Hour: assumed('alternative', z.optional(whole(23, 'an hour from 0 to 23, in UTC'))),
  Minutes: assumed('alternative', z.optional(whole(59, 'minutes from 0 to 59'))),
};

/** A time in whichever way it is sent; whatever else stands beside it. */
export const wellFormedTime = z.object(timeFields);

/** The names of which a time needs one. */
export const timeAlternatives = ['Time', 'Hour'] as const;

/**
 * A time of day as `HH:MM` in UTC, from whichever fields hold it; undefined when none does, or no number where one
 * belongs. The fields may be anything.
 *
 * @example timeOf({ Hour: 9, Minutes: 5 }) // '09:05'
 */
export function timeOf(fields: { Time?: unknown; Hour?: unknown; Minutes?: unknown }): string | undefined {
  const { Time, Hour, Minutes = 0 } = fields;
  if (typeof Time === 'string') return Time;
  if (typeof Hour !== 'number' || typeof Minutes !== 'number') return undefined;
  return `${String(Hour).padStart(2, '0')}:${String(Minutes).padStart(2, '0')}`;
}
