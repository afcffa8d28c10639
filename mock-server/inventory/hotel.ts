import { addDays, type Complaint, type HotelCriteria, nightsBetween } from '#contracts';
import type { RateTerms } from '#contracts/inventory';
import { asList, compact, memoize } from '#contracts/util';
import { hash32 } from '../clock/index.ts';
import { itemNumberOf, offerIdOf, stayNumberOf } from './offer-id.ts';
import type { Places } from './places.ts';
import type { Inventory, Occupancy, Quote, Selection } from './quote.ts';
import {
  addSeasons,
  convert,
  defaultCurrency,
  type Fees,
  isClosed,
  type Plan,
  penaltyOf,
  planAt,
  planOf,
  plans,
  planWith,
  priceOf,
  shownTerms,
  statedPrice,
  type Term,
  unitsOf,
  weigh,
  windowsOf,
} from './rates.ts';
import type { Destination, Hotel, RoomType } from './reference/index.ts';
import { complainAboutCurrency, complainAboutDestination, createSearch } from './search.ts';

// In minutes after local midnight.
const checkIn = 15 * 60;
const checkOut = 11 * 60;

export function createHotelInventory(seed: number, places: Places): Inventory<HotelCriteria> {
  const roomsOf = createRoomLister(seed, places);

  function find(criteria: HotelCriteria) {
    const stay = readStay(criteria, seed);
    const nights = lastNightOf(stay);
    return hotelsFor(criteria, places).flatMap(hotel => {
      if (isClosed(hotel, nights)) return [];
      const rooms = roomsOf(hotel, stay, criteria.Filters).filter(
        ({ rate }) => !isClosed(rate.terms, nights),
      );
      return rooms.length === 0 ? [] : [writeOffer(hotel, rooms, stay)];
    });
  }

  function quote(criteria: HotelCriteria, { item, units }: Selection): Quote | Complaint[] {
    const stay = readStay(criteria, seed);
    const hotel = hotelsFor(criteria, places).find(entry => String(entry.id) === item);
    if (!hotel)
      return [{ field: 'HotelId', message: `hotel ${item} is not in the Search that issued this Token` }];
    const offered = new Map(roomsOf(hotel, stay, criteria.Filters).map(room => [idOf(room), room]));
    const complaints = checkUnits(units, offered);
    if (complaints.length > 0) return complaints;
    const rooms = units.flatMap(unit => offered.get(unit) ?? []);
    return priceRooms(hotel, rooms, places.destination(hotel.destination), stay);
  }

  return {
    complaints: criteria => complainAbout(criteria, places),
    search: createSearch({ product: 'hotel', seed }, find),
    quote,
  };
}

function hotelsFor({ HotelIds, DestinationId }: HotelCriteria, places: Places): readonly Hotel[] {
  if (!HotelIds) return places.hotelsOf(DestinationId ?? '');
  const listed = [...new Set(HotelIds)].flatMap(id => places.hotel(id) ?? []);
  if (DestinationId === undefined) return listed;
  const destination = places.destination(DestinationId);
  return listed.filter(hotel => places.destination(hotel.destination)?.id === destination?.id);
}

function complainAbout(
  { DestinationId, HotelIds, Currency }: Partial<Record<keyof HotelCriteria, unknown>>,
  places: Places,
): Complaint[] {
  const unknown = asList(HotelIds).filter(id => typeof id === 'number' && !places.hotel(id));
  const message = `no hotel ${unknown.slice(0, 10).join(', ')}; take ids from a Search by DestinationId`;
  return [
    ...complainAboutDestination('Criteria.DestinationId', DestinationId, places),
    ...(unknown.length > 0 ? [{ field: 'Criteria.HotelIds', message }] : []),
    ...complainAboutCurrency(Currency),
  ];
}

function checkUnits(units: readonly string[], offered: ReadonlyMap<string, Room>): Complaint[] {
  if (units.length === 0) return [{ field: 'RoomIds', message: 'expected at least one room id' }];
  const complaints = units.flatMap((unit, index) => {
    const message = `room "${unit}" is not in the Search that issued this Token`;
    return offered.has(unit) ? [] : [{ field: `RoomIds[${index}]`, message }];
  });
  const rooms = units.flatMap(unit => offered.get(unit) ?? []);
  for (const [group, { length: count }] of Map.groupBy(rooms, room => room.group)) {
    if (count <= group.quantity) continue;
    const guests = `${group.adults} adults and children of [${group.ages}]`;
    const message = `${count} rooms for ${guests}; the Search requested ${group.quantity}`;
    complaints.push({ field: 'RoomIds', message });
  }
  const names = [...new Set(rooms.map(({ rate }) => `"${rate.plan.name}"`))];
  if (names.length > 1) {
    const message = `all rooms of one booking must have the same rate plan; these rooms have ${names.join(' and ')}`;
    complaints.push({ field: 'RoomIds', message });
  }
  return complaints;
}

function priceRooms(hotel: Hotel, rooms: readonly Room[], city: Destination | undefined, stay: Stay): Quote {
  const plan = rooms[0]?.rate.plan ?? plans[0];
  const { start, end, currency, groups } = stay;
  return {
    product: 'hotel',
    supplierName: hotel.supplier,
    item: String(hotel.id),
    name: hotel.name,
    city: city?.name.en ?? '',
    units: rooms.map(idOf),
    wanted: groups.reduce((sum, { quantity }) => sum + quantity, 0),
    occupancies: rooms.map(({ group: { adults, ages } }) => ({ adults, ages })),
    start,
    end,
    timeZone: city?.timeZone ?? 'UTC',
    ...priceOf({
      plan,
      fees: feesOf(hotel),
      currency,
      cents: rooms.reduce((sum, { cents }) => sum + cents, 0),
    }),
    windows: windowsOf(plan, stay).map(window => ({
      start: window.start,
      end: window.end,
      cents: rooms.reduce((sum, { cents }) => sum + penaltyOf(window.share, cents, stay.days), 0),
    })),
    isClosed: [hotel, ...rooms.map(({ rate }) => rate.terms)].some(terms =>
      isClosed(terms, lastNightOf(stay)),
    ),
    opens: checkIn,
    closes: checkOut,
  };
}

interface Group extends Occupancy {
  quantity: number;
  weight: number;
  /** The number in the ids of these rooms (see `stayNumberOf`). */
  stay: number;
  /** The members of these rooms, as JSON text without braces. */
  guests: string;
}

type Stay = ReturnType<typeof readStay>;

/** A kind of room with a rate plan, for any dates and guests. */
interface Rate {
  room: RoomType;
  units: number;
  plan: Plan;
  item: number;
  terms: RateTerms;
  /** The index of a rate plan; undefined for a rate of a record. */
  index?: number;
}

interface Room {
  /** With the members of an offer that depend only on the rate, as JSON text without braces. */
  rate: Rate & { fields: string };
  group: Group;
  /** The price for the whole stay, in its currency. */
  cents: number;
}

/** Rooms with the same occupancy form one group, even if the request lists them separately. */
function readStay(criteria: HotelCriteria, seed: number) {
  const { CheckinDate: start, CheckoutDate = start, Currency: currency = defaultCurrency } = criteria;
  const nights = criteria.NumNights ?? nightsBetween(start, CheckoutDate);
  const groups = new Map<string, Group>();
  for (const { NumAdults: adults, ChildAges = [], Quantity = 1 } of criteria.SearchRooms) {
    const key = `${start} ${nights} ${adults} ${[...ChildAges].sort((a, b) => a - b)}`;
    const { ages = ChildAges, quantity: before = 0 } = groups.get(key) ?? {};
    const quantity = before + Quantity;
    const guests = membersOf({ NumAdults: adults, ChildAges: ages, Quantity: quantity });
    groups.set(key, { adults, ages, quantity, guests, weight: weigh(adults, ages), stay: stayNumberOf(key) });
  }
  const term: Term = {
    start,
    end: addDays(start, nights),
    days: nights,
    currency,
    lateShare: 'night',
  };
  return {
    ...term,
    groups: [...groups.values()],
    onRequest: criteria.ReturnOnRequestRooms === true,
    /** Whether the answer has no static data of the hotels. */
    isBare: criteria.ReturnHotelStaticData === false,
    windowsFor: memoize((plan: Plan) =>
      windowsOf(plan, term).map(({ start, end, share }) => ({
        share,
        dates: membersOf({ StartDate: start, EndDate: end }),
      })),
    ),
    seasonSumIn: memoize((destinationId: string) => addSeasons(seed, destinationId, term)),
  };
}

/** A stay does not use the date of its check-out. */
const lastNightOf = ({ start, end }: Stay) => ({ start, end: start === end ? end : addDays(end, -1) });

const idOf = ({ rate, group }: Room): string => offerIdOf(rate.item, group.stay);

function feesOf({ category }: Hotel): Fees {
  const level = Number(category);
  return {
    local: { Name: 'City tax', Type: 'PerNight', cents: level * 250 },
    foreign: { Name: 'Resort fee', Type: 'PerStay', Amount: 4 * level },
    text: 'A tourism fee of 2 % of the stay is not included and paid at the property. Bring a photo document.',
  };
}

type Filters = NonNullable<HotelCriteria['Filters']>;

/** A hotel with a room that has another field sells each of its rooms as it is written. */
const withoutTerms = ['name', 'board', 'photos', 'amenities'];
const noTerms: RateTerms = {};

function createRoomLister(seed: number, places: Places) {
  const ratesOf = memoize(
    (hotel: Hotel) =>
      memoize((currency: string) =>
        soldRates(hotel, seed).map(rate => ({ ...rate, fields: rateFields(hotel, rate, currency) })),
      ),
    new WeakMap(),
  );
  return (hotel: Hotel, stay: Stay, filters: Filters | undefined): Room[] => {
    const own = places.testville?.plansOf(hotel);
    const sold = ratesOf(hotel)(stay.currency).filter(
      ({ plan, index }) =>
        (stay.onRequest || plan.restriction !== 'OnRequest') &&
        (index === undefined || (own?.includes(index) ?? true)),
    );
    const seasonSum = stay.seasonSumIn(hotel.destination);
    return stay.groups.flatMap(group => {
      const rooms = sold.map((rate): Room => {
        const { price, currency } = rate.terms;
        const drawn = rate.units * group.weight * rate.plan.twentieths * seasonSum;
        const cents =
          price === undefined
            ? convert(drawn, stay.currency)
            : statedPrice({ price, currency }, stay.days, stay.currency);
        return { rate, group, cents };
      });
      return filters ? filterRooms(rooms, filters) : rooms;
    });
  };
}

function soldRates({ id, rooms, policies, taxes, priceLevel }: Hotel, seed: number): Rate[] {
  const ofHotel = compact({ policies, taxes });
  const units = unitsOf(seed, String(id), priceLevel);
  if (rooms.some(room => Object.keys(compact(room)).some(name => !withoutTerms.includes(name))))
    return rooms.map((room, index) => {
      const key = `${id}-room-${index}`;
      const drawn = planAt(planOf(hash32(key, seed)));
      const plan = planWith({ ...ofHotel, ...compact(room) }, drawn);
      return { room, units, plan, item: itemNumberOf(key), terms: room };
    });
  return plans.map((usual, index) => {
    const plan = policies || taxes ? { ...usual, ...ofHotel } : usual;
    const room = rooms[index % rooms.length] ?? noRoom;
    return { room, units, plan, item: itemNumberOf(`${id}-${index}`), terms: noTerms, index };
  });
}

const noRoom: RoomType = { name: 'Room', board: 'Room only', photos: [], amenities: [] };

function filterRooms(rooms: readonly Room[], filters: Filters): Room[] {
  const { MinPrice: min = 0, MaxPrice: max = Number.POSITIVE_INFINITY, CheapestRoomOnly } = filters;
  const within = rooms.filter(
    ({ cents }) => cents >= Math.round(min * 100) && cents <= Math.round(max * 100),
  );
  return CheapestRoomOnly ? within.sort((a, b) => a.cents - b.cents).slice(0, 1) : within;
}

/** Without braces. */
const membersOf = (value: object): string => JSON.stringify(value).slice(1, -1);

function rateFields(hotel: Hotel, { room, plan, index }: Rate, currency: string): string {
  const { board } = room;
  return membersOf({
    RoomDescription: index === undefined ? room.name : `${room.name}, ${plan.name}`,
    BoardDescription: board,
    HasBreakfast: board !== noRoom.board,
    IsAvailable: true,
    IsNonRefundable: !plan.refundable,
    ...shownTerms(plan, feesOf(hotel), currency),
    SupplierName: hotel.supplier,
  });
}

/**
 * Returns JSON text. `JSON.stringify` for the whole offer would take twice as long, because most of the text is the same in each Search,
 * and each room has the same amount in several members. `+=` copies no text, and `join` would.
 */
function writeOffer(hotel: Hotel, rooms: readonly Room[], stay: Stay): string {
  const { bare, full } = hotelFields(hotel);
  let text = `{${stay.isBare ? bare : full},"Rooms":[`;
  for (const room of rooms) {
    const { rate, group, cents } = room;
    const { quantity, guests } = group;
    const price = writePrice(cents, stay);
    const total = quantity === 1 ? price : writePrice(quantity * cents, stay);
    text += `${room === rooms[0] ? '' : ','}{"Id":"${idOf(room)}",${rate.fields},${guests}`;
    text += `,"SellingPricePerRoom":{${price}},"TotalSellingPrice":{${total}},"CancellationPolicies":[`;
    let comma = '';
    for (const { dates, share } of stay.windowsFor(rate.plan)) {
      const penalty = quantity * penaltyOf(share, cents, stay.days);
      text += `${comma}{${dates},${share === 'full' ? total : writePrice(penalty, stay)}}`;
      comma = ',';
    }
    text += ']}';
  }
  return `${text}]}`;
}

/** Without braces. */
const writePrice = (cents: number, { currency }: Stay): string =>
  `"Value":${cents / 100},"Currency":"${currency}"`;

const hotelFields = memoize((hotel: Hotel) => {
  const { id, name, address, category, latitude, longitude } = hotel;
  const bare = { HotelId: id, Name: name };
  const statics = { Address: address, Category: category, Latitude: latitude, Longitude: longitude };
  return { bare: membersOf(bare), full: membersOf({ ...bare, ...statics }) };
}, new WeakMap());
