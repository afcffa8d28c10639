import * as z from 'zod/mini';
import { assumed, assumedWords, component, observed, specified } from '../../clauses/index.ts';
import { once } from '../../util/index.ts';
import { alsoValues } from '../aliases.ts';
import { text, utcTime } from './scalars.ts';

export const locationTypes = ['Destination', 'Hotel', 'PointOfInterest', 'Airport'] as const;
/** The name of a location type, such as `Airport`. */
export type LocationType = (typeof locationTypes)[number];

export const isLocationType = (type: unknown): type is LocationType =>
  locationTypes.some(known => known === type);

export const locationType = component(
  'LocationType',
  assumedWords(['Destination', 'PointOfInterest'], z.enum(locationTypes)),
);

export const locationFields = {
  LocationCode: observed('client-request', text),
  // No public client shows the code of a `CarRental`. This project assumes the id of the city of the station:
  // autocomplete gives no other id.
  LocationType: observed(
    'client-request',
    alsoValues(
      {
        City_Location: 'Destination',
        CarRental: 'Destination',
        Accommodation: 'Hotel',
        Accomodation: 'Hotel',
      },
      locationType,
    ),
  ),
};

export const translations = once(() =>
  z.looseObject({
    pt: assumed('other-name', z.string()),
    en: observed('vendor-docs', z.string()),
    es: observed('vendor-docs', z.string()),
  }),
);

const wholeUpTo = (max: number, what: string) =>
  z
    .int({ error: `expected ${what}` })
    .check(z.minimum(0, { error: `expected ${what}` }), z.maximum(max, { error: `expected ${what}` }));

/** One text, or two numbers (date.hours). */
export const timeFields = {
  Time: specified('date.hours', z.optional(utcTime)),
  Hour: observed('client-alternative', z.optional(wholeUpTo(23, 'an hour from 0 to 23, in UTC'))),
  Minutes: observed('client-alternative', z.optional(wholeUpTo(59, 'minutes from 0 to 59'))),
};

/** Ignores other fields. */
export const wellFormedTime = z.object(timeFields);

/** A request needs one of these fields. */
export const timeAlternatives = ['Time', 'Hour'] as const;

/** Undefined if there is no time, or if a field has a wrong type. */
export function timeOf(fields: { Time?: unknown; Hour?: unknown; Minutes?: unknown }): string | undefined {
  const { Time, Hour, Minutes = 0 } = fields;
  if (typeof Time === 'string') return Time;
  if (typeof Hour !== 'number' || typeof Minutes !== 'number') return undefined;
  return `${String(Hour).padStart(2, '0')}:${String(Minutes).padStart(2, '0')}`;
}
