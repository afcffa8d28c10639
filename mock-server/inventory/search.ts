import {
  type Complaint,
  type HotelRoomOffer,
  type LocationType,
  limits,
  type Product,
  productNames,
} from '#contracts';
import { isLocationType, locationTypes } from '#contracts/shapes';
import { asObject, shorten, suggest } from '#contracts/util';
import { createRotatingMap, hash32 } from '../clock/index.ts';
import type { Places } from './places.ts';
import type { Inventory, LeftOut, Offers } from './quote.ts';
import { currencies } from './rates.ts';

const cachedCharacters = 2_000_000;
const criteriaRemembered = 2_000;

/** @param find returns each offer as JSON text */
export function createSearch<Criteria>(
  { product, seed }: { product: Product; seed: number },
  find: (criteria: Criteria) => readonly string[],
): Inventory<Criteria>['search'] {
  const { offers: list } = productNames[product];
  // A text is cached at the second equal Search. Otherwise the texts of single Searches would fill the cache.
  const searched = createRotatingMap<string, true>(criteriaRemembered);
  const texts = createRotatingMap<string, Offers>(cachedCharacters);

  function write(offers: readonly string[], key: string): Offers {
    const text = offers.join(',');
    // From the offers, because a Search that is rendered again has the fields of its criteria in another order.
    const totalTime = (200 + (hash32(`[${text.slice(0, 500)}]`.slice(0, 500), seed) % 700)) / 1_000; // in seconds, as public clients show
    const members = `"TotalTime":${totalTime},"${list}":[${text}]`;
    return { key, members, found: offers.length };
  }

  return (criteria, key, leftOut = {}) => {
    if (leftOut.absent || leftOut.maxRooms !== undefined)
      return write(leaveOut(find(criteria), leftOut), key);
    const known = texts.get(key);
    if (known) return known;
    const offers = write(find(criteria), key);
    if (searched.get(key)) texts.set(key, offers, offers.members.length + key.length);
    else searched.set(key, true);
    return offers;
  };
}

function leaveOut(offers: readonly string[], { absent, maxRooms }: LeftOut): readonly string[] {
  const isPresent = ({ SupplierName = '' }: { SupplierName?: string }) => !absent?.includes(SupplierName);
  return offers.flatMap(text => {
    const offer: { SupplierName?: string; Rooms?: HotelRoomOffer[] } = JSON.parse(text);
    if (!offer.Rooms) return isPresent(offer) ? [text] : [];
    const present = offer.Rooms.filter(isPresent);
    const Rooms = maxRooms === undefined ? present : firstRooms(present, maxRooms);
    return Rooms.length > 0 ? [JSON.stringify({ ...offer, Rooms })] : [];
  });
}

function firstRooms(rooms: readonly HotelRoomOffer[], max: number): HotelRoomOffer[] {
  const isOnRequest = ({ RestrictionType }: HotelRoomOffer) => RestrictionType === 'OnRequest';
  const sorted = [...rooms.filter(isOnRequest), ...rooms.filter(room => !isOnRequest(room))];
  const groups = Map.groupBy(sorted, ({ NumAdults, ChildAges }) => JSON.stringify([NumAdults, ChildAges]));
  return [...groups.values()].flatMap(group => group.slice(0, max));
}

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
    const codes = destinations.map(city => city.airport.code);
    return `${suggest(code.toUpperCase(), codes)} known are ${codes.join(', ')}`.trimStart();
  }
  if (type === 'Destination') return knownDestinations({ destinations });
  return 'send the id and the type of an entry that autocomplete returned';
}

const knownDestinations = ({ destinations }: Pick<Places, 'destinations'>): string =>
  `known are ${destinations.map(({ id, name }) => `${id} ${name.en}`).join(', ')}`;
