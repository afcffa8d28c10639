import type { Complaint, HotelCriteria } from '#contracts';
import { complainAboutCurrency, complainAboutDestination } from './complaints.ts';
import {
  createRoomLister,
  feesOf,
  idOf,
  offerOf,
  priceRoom,
  type Room,
  readStay,
  type Stay,
} from './hotel-rooms.ts';
import type { Places } from './places.ts';
import type { Inventory, Occupancy, Quote, Selection } from './quote.ts';
import { planAt, plans, priceOf } from './rates.ts';
import type { Destination, Hotel } from './reference/index.ts';
import { createSearch } from './search.ts';
import { addSeasons, penalties, windowsOf } from './term.ts';

// The check-in and check-out times of every hotel, in minutes after local midnight.
const checkIn = 15 * 60;
const checkOut = 11 * 60;

/**
 * Creates the hotel offers of a sandbox. The offers depend only on the seed and the criteria.
 *
 * @param seed the seed of the sandbox as a number
 */
export function createHotelInventory(seed: number, places: Places): Inventory<HotelCriteria> {
  const roomsOf = createRoomLister(seed, places);

  function find(criteria: HotelCriteria) {
    const stay = readStay(criteria);
    const isBare = criteria.ReturnHotelStaticData === false;
    const windows = plans.map(plan => windowsOf(plan, stay));
    const seasonSums = new Map<string, number>();
    return hotelsFor(criteria, places).flatMap(hotel => {
      const rooms = roomsOf(hotel, stay, criteria.Filters);
      if (rooms.length === 0) return [];
      const { destinationId } = hotel;
      const seasonSum = seasonSums.get(destinationId) ?? addSeasons(seed, destinationId, stay);
      seasonSums.set(destinationId, seasonSum);
      return [offerOf(hotel, rooms, { stay, windows, seasonSum, isBare })];
    });
  }

  function quote(criteria: HotelCriteria, { item, units }: Selection): Quote | Complaint[] {
    const stay = readStay(criteria);
    const hotel = hotelsFor(criteria, places).find(entry => String(entry.id) === item);
    if (!hotel)
      return [{ field: 'HotelId', message: `hotel ${item} is not in the Search that issued this Token` }];
    const offered = new Map(roomsOf(hotel, stay, criteria.Filters).map(room => [idOf(room, stay), room]));
    const complaints = checkUnits(units, offered, stay);
    if (complaints.length > 0) return complaints;
    const rooms = units.flatMap(unit => offered.get(unit) ?? []);
    const seasonSum = addSeasons(seed, hotel.destinationId, stay);
    const destination = places.destination(hotel.destinationId);
    return priceRooms({ hotel, destination, rooms, seasonSum }, stay);
  }

  return {
    complaints: criteria => complainAbout(criteria, places),
    search: createSearch({ product: 'hotel', seed }, find),
    quote,
  };
}

/** Returns the hotels that the criteria request. With hotel ids and a destination, these are the listed hotels in the destination. */
function hotelsFor({ HotelIds, DestinationId }: HotelCriteria, places: Places): readonly Hotel[] {
  if (!HotelIds) return places.hotelsOf(DestinationId ?? '');
  const listed = [...new Set(HotelIds)].flatMap(id => places.hotel(id) ?? []);
  if (DestinationId === undefined) return listed;
  const destination = places.destination(DestinationId);
  return listed.filter(({ destinationId }) => places.destination(destinationId)?.id === destination?.id);
}

function complainAbout(
  { DestinationId, HotelIds, Currency }: Partial<Record<keyof HotelCriteria, unknown>>,
  places: Places,
): Complaint[] {
  const ids = Array.isArray(HotelIds) ? HotelIds : [];
  const unknown = ids.filter(id => typeof id === 'number' && !places.hotel(id));
  const message = `no hotel ${unknown.slice(0, 10).join(', ')}; take ids from a Search by DestinationId`;
  return [
    ...complainAboutDestination('Criteria.DestinationId', DestinationId, places),
    ...(unknown.length > 0 ? [{ field: 'Criteria.HotelIds', message }] : []),
    ...complainAboutCurrency(Currency),
  ];
}

/** Rejects rooms that the Search did not offer, more rooms than the Search requested, and rooms with different rate plans. */
function checkUnits(units: readonly string[], offered: ReadonlyMap<string, Room>, stay: Stay): Complaint[] {
  if (units.length === 0) return [{ field: 'RoomIds', message: 'expected at least one room id' }];
  const complaints = units.flatMap((unit, index) => {
    const message = `room "${unit}" is not in the Search that issued this Token`;
    return offered.has(unit) ? [] : [{ field: `RoomIds[${index}]`, message }];
  });
  const rooms = units.flatMap(unit => offered.get(unit) ?? []);
  for (const index of new Set(rooms.map(({ group }) => group))) {
    const count = rooms.filter(({ group }) => group === index).length;
    const group = stay.groups[index];
    if (!group || count <= group.quantity) continue;
    const guests = `${group.adults} adults and children of [${group.ages}]`;
    const message = `${count} rooms for ${guests}; the Search requested ${group.quantity}`;
    complaints.push({ field: 'RoomIds', message });
  }
  const names = [...new Set(rooms.map(({ plan }) => `"${planAt(plan).name}"`))];
  if (names.length > 1) {
    const message = `all rooms of one booking must have the same rate plan; these rooms have ${names.join(' and ')}`;
    complaints.push({ field: 'RoomIds', message });
  }
  return complaints;
}

interface Chosen {
  hotel: Hotel;
  destination: Destination | undefined;
  rooms: readonly Room[];
  seasonSum: number;
}

function priceRooms({ hotel, destination, rooms, seasonSum }: Chosen, stay: Stay): Quote {
  const plan = planAt(rooms[0]?.plan ?? 0);
  const prices = rooms.map(room => priceRoom(room, seasonSum, stay));
  const windows = prices.map(price => penalties(plan, stay, price));
  const { start, end, currency, groups } = stay;
  return {
    product: 'hotel',
    supplierName: hotel.supplierName,
    item: String(hotel.id),
    name: hotel.name,
    city: destination?.name.en ?? '',
    units: rooms.map(room => idOf(room, stay)),
    occupancies: rooms.map(({ group }): Occupancy => {
      const { adults = 0, ages = [] } = groups[group] ?? {};
      return { adults, ages };
    }),
    start,
    end,
    timeZone: destination?.timeZone ?? 'UTC',
    ...priceOf({
      plan,
      fees: feesOf(hotel),
      currency,
      cents: prices.reduce((sum, price) => sum + price, 0),
    }),
    windows: (windows[0] ?? []).map((window, index) => ({
      ...window,
      cents: windows.reduce((sum, own) => sum + (own[index]?.cents ?? 0), 0),
    })),
    opens: checkIn,
    closes: checkOut,
  };
}
