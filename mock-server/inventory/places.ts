import { type LocationType, limits } from '#contracts';
import { isLocationType } from '#contracts/shapes';
import { asObject, memoize } from '#contracts/util';
import { createRotatingMap, hash32 } from '../clock/index.ts';
import {
  builtInRecords,
  createLocator,
  createSuggester,
  type Destination,
  destinations,
  type Hotel,
  hotelsOf,
  type Locate,
  type Location,
  photosOf,
  type Records,
  roomTypesOf,
  type Suggest,
  withChanges,
} from './reference/index.ts';
import type { Testville } from './testville.ts';

/** The records of an inventory with those of Testville, and the places that a client can name. */
export interface Places extends Records {
  readonly isOpen: boolean;
  readonly location: Locate;
  /** Finds only places that have a record. */
  readonly locationOnRecord: Locate;
  readonly suggest: Suggest;
  readonly testville: Testville | undefined;
}

/** The ids that exist: only those of the inventory, or any id. `any` is for clients that have their own lists of ids. */
export type Ids = 'known' | 'any';

/** All sandboxes with the same records and scenarios share their places. */
const placesOf = memoize(
  (records: Records) =>
    memoize((testville: Testville | undefined) => memoize((ids: Ids) => makePlaces(ids, testville, records))),
  new WeakMap(),
);

export const createPlaces = (ids: Ids, testville?: Testville, records: Records = builtInRecords): Places =>
  placesOf(records)(testville)(ids);

/** Testville does not exist beside an inventory that has its id. */
function makePlaces(ids: Ids, allowed: Testville | undefined, records: Records): Places {
  const testville = allowed && records.destination(allowed.destination.id) ? undefined : allowed;
  const all = testville ? withChanges(records, testville.records) : records;
  const suggest = createSuggester(records);
  const location = createLocator(all);
  const known: Places = {
    ...all,
    isOpen: false,
    location,
    locationOnRecord: location,
    suggest: testville ? thenTestville(suggest, testville) : suggest,
    testville,
  };
  if (ids === 'known') return known;
  const open: Places = {
    ...known,
    isOpen: true,
    destination: id => all.destination(id) ?? anyDestination(id),
    hotel: id => all.hotel(id) ?? anyHotel(id),
    hotelsOf: id => (all.destination(id) ? all.hotelsOf(id) : anyHotelsOf(id)),
  };
  const anyLocation = createLocator(open);
  // Airports and points of interest exist only with known codes.
  const isAny = (type: LocationType) => type === 'Destination' || type === 'Hotel';
  return {
    ...open,
    location: (type, code) => location(type, code) ?? (isAny(type) ? anyLocation(type, code) : undefined),
  };
}

const thenTestville =
  (suggest: Suggest, testville: Testville): Suggest =>
  (term, types, max) => {
    const ordinary = suggest(term, types, max);
    return [...ordinary, ...testville.suggest(term, types, max - ordinary.length)];
  };

/** `place`: a destination id, a hotel number, or a location with a type. */
export function destinationAt(place: unknown, places: Places): Destination | undefined {
  const { LocationType: type, LocationCode: code } = asObject(place);
  if (isLocationType(type))
    return typeof code === 'string' ? places.location(type, code)?.destination : undefined;
  const id = typeof place === 'number' ? places.hotel(place)?.destination : place;
  return typeof id === 'string' ? places.destination(id) : undefined;
}

export function locationOf(
  { LocationType: type, LocationCode: code }: { LocationType: LocationType; LocationCode: string },
  places: Places,
): Location {
  const location = places.location(type, code);
  if (!location) throw new Error(`${type} "${code}" was not checked`);
  return location;
}

/** For cars and transfers, a place that was created for an unknown id is in every city, because it has no real position. */
export function isSameCity(one: Destination, other: Destination, { locationOnRecord }: Places): boolean {
  const hasPosition = ({ id }: Destination) => locationOnRecord('Destination', id) !== undefined;
  return one.id === other.id || !hasPosition(one) || !hasPosition(other);
}

// Unknown ids get copies of known places. As in the reference data, a hotel id is that of its destination and three more digits.

const hotelsEach = 20;
const perDestination = 1_000;
const listsKept = 50;
const hotelsKept = listsKept * hotelsEach;

/** The id of the returned destination is a number, because the ids of its hotels and offers begin with it. */
function anyDestination(id: string): Destination | undefined {
  const destination = builtInRecords.destination(id);
  if (destination) return destination;
  if (id.trim() === '' || id.length > limits.destinationId.value) return undefined;
  const model = modelOf(id);
  const { pt, en, es } = model.name;
  const name = {
    pt: `Destino ${id} (como ${pt})`,
    en: `Destination ${id} (like ${en})`,
    es: `Destino ${id} (como ${es})`,
  };
  return { ...model, id: String(numberOf(id)), name };
}

/** The same object for an id, because the parts of the offers of a hotel are cached by the hotel. */
const anyHotel = memoize(makeHotel, createRotatingMap<number, Hotel | undefined>(hotelsKept));

function makeHotel(id: number): Hotel | undefined {
  const hotel = builtInRecords.hotel(id);
  if (hotel || !Number.isSafeInteger(id) || id <= 0) return hotel;
  const destinationId = String(Math.floor(id / perDestination));
  const models = hotelsOf((builtInRecords.destination(destinationId) ?? modelOf(destinationId)).id);
  const model = models[hash32(String(id)) % models.length];
  return (
    model && {
      ...model,
      id,
      destination: destinationId,
      name: `Hotel ${id} (like ${model.name})`,
      photos: photosOf(String(id), model.photos.length),
      rooms: roomTypesOf(id, model.category),
    }
  );
}

const anyHotelsOf = memoize((destinationId: string): readonly Hotel[] => {
  if (builtInRecords.destination(destinationId)) return hotelsOf(destinationId);
  if (!anyDestination(destinationId)) return [];
  const first = numberOf(destinationId) * perDestination + 1;
  return Array.from({ length: hotelsEach }, (_, index) => anyHotel(first + index) ?? []).flat();
}, createRotatingMap<string, readonly Hotel[]>(listsKept));

const maxNumber = Math.floor(Number.MAX_SAFE_INTEGER / perDestination);

/** A destination's hotel ids begin with this number: the destination id, or a hash if that id is not a number. */
const numberOf = (id: string): number =>
  /^(?:0|[1-9]\d*)$/.test(id) && Number(id) <= maxNumber ? Number(id) : 2 ** 33 + hash32(id);

/** An id and its `numberOf` lead to the same city. */
function modelOf(id: string): Destination {
  const [first, ...others] = destinations as [Destination, ...Destination[]]; // the list is not empty
  return others[hash32(String(numberOf(id))) % destinations.length] ?? first;
}
