import { type Complaint, type LocationType, limits } from '#contracts';
import { isLocationType, locationTypes } from '#contracts/shapes';
import { nearest } from '#contracts/util';
import type { Places } from './places.ts';
import { currencies } from './rates.ts';
import { findLocation } from './reference/index.ts';

// What cannot be met of criteria that may be anything: what has the wrong form is complained about by its own schema.

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A destination must be one that is sold. */
export function complainAboutDestination(field: string, id: unknown, places: Places): Complaint[] {
  if (typeof id !== 'string' || places.destination(id)) return [];
  if (places.isOpen) {
    const message = `"${shorten(id)}" is no id: expected text of at most ${limits.destinationId.value} characters that is not blank (assumed limit)`;
    return [{ field, message }];
  }
  const known = places.destinations.map(entry => `${entry.id} ${entry.name.en}`).join(', ');
  return [{ field, message: `no destination "${shorten(id)}"; known are ${known}` }];
}

/** A currency must be one that is sold in. */
export function complainAboutCurrency(currency: unknown): Complaint[] {
  if (typeof currency !== 'string' || currencies.includes(currency)) return [];
  const message = `"${shorten(currency)}" is not sold in; known are ${currencies.join(', ')}`;
  return [{ field: 'Criteria.Currency', message }];
}

/** A place must be one that autocomplete gives, by its own type. */
export function complainAboutLocation(path: string, location: object, places: Places): Complaint[] {
  const { LocationCode: code, LocationType: type }: { LocationCode?: unknown; LocationType?: unknown } =
    location;
  if (typeof code !== 'string' || !isLocationType(type) || places.location(type, code)) return [];
  return [
    {
      field: `${path}.LocationCode`,
      message: `no ${type} "${shorten(code)}"; ${hintFor(type, code, places)}`,
    },
  ];
}

function hintFor(type: LocationType, code: string, { destinations, testville }: Places): string {
  const other = locationTypes.find(known => findLocation(known, code) ?? testville?.location(known, code));
  if (other) return `it is the code of a place of LocationType "${other}"`;
  if (type === 'Airport') {
    const codes = destinations.map(city => city.airport.iataCode);
    const near = nearest(code.toUpperCase(), codes);
    return `${near === undefined ? '' : `did you mean "${near}"? `}known are ${codes.join(', ')}`;
  }
  if (type === 'Destination')
    return `known are ${destinations.map(({ id, name }) => `${id} ${name.en}`).join(', ')}`;
  return 'take id and type of an entry of autocomplete';
}
