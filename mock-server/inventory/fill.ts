// Completes the records that people write. Faker draws the names and addresses that they leave out.
import type { Faker } from '@faker-js/faker';
import type { InventoryFile, InventoryRecord } from '#contracts/inventory';
import { asObject, compact, memoize } from '#contracts/util';
import { hash32 } from '../clock/index.ts';
import type { Fakers } from './fakers.ts';
import {
  type AnyRecord,
  destinations as builtIn,
  type Category,
  type Destination,
  type Hotel,
  hotelAmenities,
  photosOf,
  type RoomType,
  roomTypesOf,
  suppliers,
} from './reference/index.ts';

type DestinationRecord = InventoryRecord<'destinations'>;
type HotelRecord = InventoryRecord<'hotels'>;

/** The result depends only on the seed, the record and its destination. */
export type Filler = ReturnType<typeof createFiller>;

const drawnOfDestination = 'name latitude longitude airport districts'.split(' ');
const drawnOfHotel = 'name category address latitude longitude supplier amenities priceLevel'.split(' ');

const lacks = (record: object, names: readonly string[]): boolean =>
  names.some(name => asObject(record)[name] === undefined);

export const needsFaker = ({
  destinations = [],
  hotels = [],
}: Pick<InventoryFile, 'destinations' | 'hotels'>): boolean =>
  destinations.some(record => lacks(record, drawnOfDestination) || record.airport?.name === undefined) ||
  hotels.some(record => lacks(record, drawnOfHotel));

/** Without fakers, names contain the ids. */
export function createFiller(seed: string, fakers?: Fakers) {
  const draw = (kind: string, id: string | number, country: string): Faker | undefined => {
    const faker = fakers?.[portuguese.has(country) ? 'pt' : 'en'];
    faker?.seed(hash32(`${kind} ${id}`, hash32(seed)));
    return faker;
  };
  return {
    destination: (record: DestinationRecord) =>
      fillDestination(record, draw('destinations', record.id, record.country ?? usualCountry)),
    hotel: (record: HotelRecord, city: Destination) =>
      fillHotel(record, city, draw('hotels', record.id, city.country)),
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
  const { id, name, country = usualCountry } = record;
  const like = builtIn.find(city => city.country === country);
  const drawnName = faker?.location.city() ?? `Destination ${id}`;
  const names = typeof name === 'object' ? name : inAll(name ?? drawnName);
  const place = {
    timeZone: like?.timeZone ?? 'UTC',
    currency: like?.currency ?? 'USD',
    latitude: near(faker, like?.latitude ?? 0, spreadOf.country),
    longitude: near(faker, like?.longitude ?? 0, spreadOf.country),
    districts: districtKinds.map(kind => `${kind} ${faker?.person.lastName() ?? ''}`),
    ...compact(record),
  };
  const airport = {
    code: Array.from({ length: 3 }, () => alphabet[faker?.number.int({ max: 25 }) ?? 0]).join(''),
    name: `${names.en} Airport`,
    latitude: near(faker, place.latitude, spreadOf.airport),
    longitude: near(faker, place.longitude, spreadOf.airport),
    ...compact(record.airport ?? {}),
  };
  return { ...place, name: names, country, airport };
}

const districtKinds = ['Centro', 'Vila', 'Jardim', 'Alto'];
const inAll = (name: string): Destination['name'] => ({ pt: name, en: name, es: name });

const hotelKinds = ['Hotel', 'Pousada', 'Casa', 'Solar', 'Villa', 'Residence'];
const stars: readonly Category[] = ['2', '3', '3', '3', '4', '4', '4', '5'];

function fillHotel(record: HotelRecord, city: Destination, faker: Faker | undefined): Hotel {
  const { id, rooms } = record;
  const pick = <One>(list: readonly One[]): One =>
    list[faker?.number.int({ max: list.length - 1 }) ?? 0] as One; // the index is in the list
  const drawnCategory = pick(stars);
  const category = record.category ?? drawnCategory;
  const district = pick(city.districts);
  const drawn = {
    name: `${pick(hotelKinds)} ${faker?.person.lastName() ?? id} ${pick(['', district])}`.trim(),
    address: `${faker?.location.street() ?? ''} ${faker?.number.int({ min: 2, max: 980 }) ?? ''}, ${district}, ${city.name.en}`,
    latitude: near(faker, city.latitude, spreadOf.city),
    longitude: near(faker, city.longitude, spreadOf.city),
    supplier: pick(suppliers),
    amenities: hotelAmenities.filter(() => pick([true, false])),
    priceLevel: Math.min(12, 1 + 2 * Number(category) + pick([0, 1])),
    photos: photosOf(String(id), 3),
  };
  return { ...drawn, ...compact(record), category, rooms: roomsOf(id, category, rooms) };
}

/** Hotels share these rooms, because thousands of copies need much memory. */
const usualRooms = memoize((category: Category) => memoize((id: number) => roomTypesOf(id, category)));
const boardsCycle = 4;

function roomsOf(id: number, category: Category, rooms: HotelRecord['rooms']): readonly RoomType[] {
  const usual = usualRooms(category)(id % boardsCycle);
  if (!rooms) return usual;
  return rooms.map(({ board, ...room }, index) => {
    const like = usual[index % usual.length] as RoomType; // every category has rooms
    return {
      ...like,
      ...compact(room),
      ...(board !== undefined && { board: boardNames.get(board.toLowerCase()) ?? board }),
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

/** As a person writes it. */
export function writeRecord(record: AnyRecord): object {
  const { name } = record;
  const isOneName = typeof name === 'object' && name.pt === name.en && name.es === name.en;
  return isOneName ? { ...record, name: name.en } : record;
}
