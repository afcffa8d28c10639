import { type Complaint, type LocationType, limits } from '#contracts';
import { isLocationType, locationTypes } from '#contracts/shapes';
import { asObject, shorten, suggest } from '#contracts/util';
import type { Places } from './places.ts';
import { currencies } from './rates.ts';

// The check against the schema reports values of a wrong type.

const maxShown = 60;

export function complainAboutDestination(field: string, id: unknown, places: Places): Complaint[] {
  if (typeof id !== 'string' || places.destination(id)) return [];
  if (places.isOpen) {
    const message = `"${shorten(id, maxShown)}" is not an id: expected text of at most ${limits.destinationId.value} characters that is not blank (assumed limit)`;
    return [{ field, message }];
  }
  return [{ field, message: `no destination "${shorten(id, maxShown)}"; ${knownDestinations(places)}` }];
}

export function complainAboutCurrency(currency: unknown): Complaint[] {
  if (typeof currency !== 'string' || currencies.includes(currency)) return [];
  const message = `no offers in "${shorten(currency, maxShown)}"; known currencies are ${currencies.join(', ')}`;
  return [{ field: 'Criteria.Currency', message }];
}

export function complainAboutLocation(path: string, location: object, places: Places): Complaint[] {
  const { LocationCode: code, LocationType: type } = asObject(location);
  if (typeof code !== 'string' || !isLocationType(type) || places.location(type, code)) return [];
  const message = `no ${type} "${shorten(code, maxShown)}"; ${hintFor(type, code, places)}`;
  return [{ field: `${path}.LocationCode`, message }];
}

function hintFor(type: LocationType, code: string, { destinations, locationOnRecord }: Places): string {
  const other = locationTypes.find(known => locationOnRecord(known, code));
  if (other) return `this is the code of a place with LocationType "${other}"`;
  if (type === 'Airport') {
    const codes = destinations.map(city => city.airport.iataCode);
    return `${suggest(code.toUpperCase(), codes)} known are ${codes.join(', ')}`.trimStart();
  }
  if (type === 'Destination') return knownDestinations({ destinations });
  return 'send the id and the type of an entry that autocomplete returned';
}

const knownDestinations = ({ destinations }: Pick<Places, 'destinations'>): string =>
  `known are ${destinations.map(({ id, name }) => `${id} ${name.en}`).join(', ')}`;
