// Turns a record that a person wrote into a complete record of the model. Faker draws the names and addresses that the person left out.
import type { Faker } from '@faker-js/faker';
import type { InventoryFile, InventoryKind, InventoryRecord, ItemKind } from '#contracts/inventory';
import { compact } from '#contracts/util';
import { hash32 } from '../clock/index.ts';
import type { Fakers } from './fakers.ts';
import {
  destinations as builtIn,
  type Category,
  type Destination,
  type Hotel,
  hotelAmenities,
  type ItemRecord,
  photosOf,
  type RoomType,
  roomTypesOf,
  suppliers,
} from './reference/index.ts';

type DestinationRecord = InventoryRecord<'destinations'>;
type HotelRecord = InventoryRecord<'hotels'>;

/** Completes records. The result of a record depends only on the seed, the record and its destination. */
export interface Filler {
  destination(record: DestinationRecord): Destination;
  hotel(record: HotelRecord, city: Destination): Hotel;
}

const drawnOfDestination = ['name', 'latitude', 'longitude', 'airport', 'districts'] as const;
const drawnOfHotel = [
  'name',
  'category',
  'address',
  'latitude',
  'longitude',
  'supplier',
  'amenities',
  'priceLevel',
] as const;

const lacks = <Name extends string>(
  record: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): boolean => names.some(name => record[name] === undefined);

/** Whether faker must draw something for the records. */
export const needsFaker = ({
  destinations = [],
  hotels = [],
}: Pick<InventoryFile, 'destinations' | 'hotels'>): boolean =>
  destinations.some(record => lacks(record, drawnOfDestination) || record.airport?.name === undefined) ||
  hotels.some(record => lacks(record, drawnOfHotel));

/** @param fakers by language; without them, names contain the ids */
export function createFiller(seed: string, fakers?: Fakers): Filler {
  const draw = (kind: string, id: string | number, country: string): Faker | undefined => {
    const faker = fakers?.[portuguese.has(country) ? 'pt' : 'en'];
    faker?.seed(hash32(`${kind} ${id}`, hash32(seed)));
    return faker;
  };
  return {
    destination: record =>
      fillDestination(record, draw('destinations', record.id, record.country ?? usualCountry)),
    hotel: (record, city) => fillHotel(record, city, draw('hotels', record.id, city.countryCode)),
  };
}

const usualCountry = 'BR';
const portuguese = new Set(['BR', 'PT', 'AO', 'MZ']);

const near = (faker: Faker | undefined, degrees: number, spread: number): number => {
  const moved = degrees + (faker?.number.int({ min: -1_000, max: 1_000 }) ?? 0) * (spread / 1_000);
  return Math.round(moved * 1e5) / 1e5;
};

const spreadOf = { country: 3, airport: 0.2, city: 0.02 };
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

// Everything is drawn, also what the record states, so that a stated field changes no other field.

function fillDestination(record: DestinationRecord, faker: Faker | undefined): Destination {
  const { id, name, country = usualCountry, timeZone, currency, districts } = record;
  const airport: Partial<NonNullable<DestinationRecord['airport']>> = record.airport ?? {};
  const like = builtIn.find(({ countryCode }) => countryCode === country);
  const drawnName = faker?.location.city() ?? `Destination ${id}`;
  const names = typeof name === 'object' ? name : inAll(name ?? drawnName);
  const drawn = {
    latitude: near(faker, like?.latitude ?? 0, spreadOf.country),
    longitude: near(faker, like?.longitude ?? 0, spreadOf.country),
    districts: Array.from(
      { length: 4 },
      (_, index) => `${districtKinds[index]} ${faker?.person.lastName() ?? ''}`,
    ),
    letters: Array.from({ length: 3 }, () => alphabet[faker?.number.int({ max: 25 }) ?? 0]).join(''),
  };
  const { latitude = drawn.latitude, longitude = drawn.longitude } = record;
  const airportLatitude = near(faker, latitude, spreadOf.airport);
  const airportLongitude = near(faker, longitude, spreadOf.airport);
  return {
    id,
    name: names,
    countryCode: country,
    timeZone: timeZone ?? like?.timeZone ?? 'UTC',
    currency: currency ?? like?.currency ?? 'USD',
    latitude,
    longitude,
    airport: {
      iataCode: airport.code ?? drawn.letters,
      name: airport.name ?? `${names.en} Airport`,
      latitude: airport.latitude ?? airportLatitude,
      longitude: airport.longitude ?? airportLongitude,
    },
    districts: districts ?? drawn.districts,
  };
}

const districtKinds = ['Centro', 'Vila', 'Jardim', 'Alto'];
const inAll = (name: string): Destination['name'] => ({ pt: name, en: name, es: name });

const hotelKinds = ['Hotel', 'Pousada', 'Casa', 'Solar', 'Villa', 'Residence'];
/** The index in the list is the number that faker draws; most hotels have three or four stars. */
const stars: readonly Category[] = ['2', '3', '3', '3', '4', '4', '4', '5'];

function fillHotel(record: HotelRecord, city: Destination, faker: Faker | undefined): Hotel {
  const { id, destination: destinationId, supplier, priceLevel, rooms, photos, ...stated } = record;
  const pick = <One>(list: readonly One[]): One =>
    list[faker?.number.int({ max: list.length - 1 }) ?? 0] as One; // the index is in the list
  const drawnCategory = pick(stars);
  const category = stated.category ?? drawnCategory;
  const district = pick(city.districts);
  const drawn = {
    name: `${pick(hotelKinds)} ${faker?.person.lastName() ?? id} ${pick(['', district])}`.trim(),
    address: `${faker?.location.street() ?? ''} ${faker?.number.int({ min: 2, max: 980 }) ?? ''}, ${district}, ${city.name.en}`,
    latitude: near(faker, city.latitude, spreadOf.city),
    longitude: near(faker, city.longitude, spreadOf.city),
    supplierName: pick(suppliers),
    amenities: hotelAmenities.filter(() => pick([true, false])),
    baseUnit: Math.min(12, 1 + 2 * Number(category) + pick([0, 1])),
  };
  return {
    ...drawn,
    ...compact(stated),
    ...compact({ supplierName: supplier, baseUnit: priceLevel }),
    id,
    destinationId,
    category,
    photos: photos ?? photosOf(String(id), 3),
    roomTypes: roomsOf(id, category, rooms),
    isOwn: true,
  };
}

/** Of each category with each meal. Hotels share these rooms, because thousands of copies need much memory. */
const usualRooms = new Map<string, readonly RoomType[]>();
const boardsCycle = 4;

/** A room takes what it leaves out from a usual room of the category. */
function roomsOf(id: number, category: Category, rooms: HotelRecord['rooms']): readonly RoomType[] {
  const key = `${category} ${id % boardsCycle}`;
  const usual = usualRooms.get(key) ?? roomTypesOf(id % boardsCycle, category);
  usualRooms.set(key, usual);
  if (!rooms) return usual;
  return rooms.map(({ board, ...room }, index) => {
    const like = usual[index % usual.length] as RoomType; // every category has rooms
    return {
      ...like,
      ...compact(room),
      ...(board !== undefined && { boardDescription: boardNames.get(board.toLowerCase()) ?? board }),
    };
  });
}

/** Short words for the texts of the built-in inventory. */
const boardNames: ReadonlyMap<string, string> = new Map([
  ['none', 'Room only'],
  ['room only', 'Room only'],
  ['breakfast', 'Breakfast included'],
  ['half board', 'Half board'],
  ['all inclusive', 'All inclusive'],
]);

export function fillItem<Kind extends ItemKind>({
  destination,
  ...record
}: InventoryRecord<Kind>): ItemRecord<Kind> {
  return { ...record, destinationId: destination } as ItemRecord<Kind>;
}

/** Returns a record of the model as a person writes it. */
export function writeRecord(kind: InventoryKind, record: Destination | Hotel | ItemRecord): object {
  if (kind === 'destinations') {
    const { name, countryCode, airport, ...rest } = record as Destination;
    const { iataCode, ...ofAirport } = airport;
    const isOneName = name.pt === name.en && name.es === name.en;
    return {
      ...rest,
      name: isOneName ? name.en : name,
      country: countryCode,
      airport: { code: iataCode, ...ofAirport },
    };
  }
  const { destinationId: destination, ...rest } = record as Hotel | ItemRecord;
  if (kind !== 'hotels') return { ...rest, destination };
  const { supplierName, baseUnit, roomTypes, isOwn: _, ...ofHotel } = rest as Hotel;
  const rooms = roomTypes.map(({ boardDescription: board, ...room }) => ({ ...room, board }));
  return { ...ofHotel, destination, supplier: supplierName, priceLevel: baseUnit, rooms };
}
