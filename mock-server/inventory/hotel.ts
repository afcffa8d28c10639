import type { Complaint, HotelCriteria } from '#contracts';
import { createRotatingMap } from '../store/index.ts';
import { createCache } from './cache.ts';
import { complainAboutCurrency, complainAboutDestination } from './complaints.ts';
import { extrasOf } from './extras.ts';
import type { Filling, Form } from './form.ts';
import { priceRoom, type RoomLine, writeForm } from './hotel-form.ts';
import { hotelsFor, readStay, type Stay } from './hotel-stay.ts';
import { feesOf, type Sheet, writeSheet } from './hotel-text.ts';
import type { Places } from './places.ts';
import type { Inventory, Occupancy, Quote, Selection } from './quote.ts';
import { plans, unitsOf } from './rates.ts';
import type { Hotel } from './reference/index.ts';
import { cachedBytes, createSearch } from './search.ts';
import { addSeasons, penalties } from './term.ts';

// More than all known hotels in all currencies.
const sheetsKept = 1_000;
// Local times of day at every hotel.
const checkInMinutes = 15 * 60;
const checkOutMinutes = 11 * 60;

/**
 * The hotel offers of a sandbox: a pure function of its seed and the criteria.
 *
 * @param seed the sandbox's seed as a number
 * @param places the hotels that there are
 */
export function createHotelInventory(seed: number, places: Places): Inventory<HotelCriteria> {
  const forms = createCache<Form>(cachedBytes);
  const linesOf = createLinesOf(seed, places);

  function formOf(criteria: HotelCriteria, stay: Stay): Form {
    const { DestinationId, HotelIds, Filters: filters, ReturnHotelStaticData } = criteria;
    const isBare = ReturnHotelStaticData === false;
    const guests = stay.groups.map(({ adults, ages, quantity }) => `${adults}/${ages}/${quantity}`).join(' ');
    const key = `${HotelIds ?? DestinationId} ${stay.currency} ${stay.onRequest} ${isBare} ${guests}`;
    const known = filters ? undefined : forms.get(key);
    if (known) return known;
    const hotels = hotelsFor(criteria, places).map(hotel => linesOf(hotel, stay, filters));
    const form = writeForm(
      hotels.filter(lines => lines.length > 0),
      stay,
      isBare,
    );
    if (!filters) forms.set(key, form, form.bytes.length);
    return form;
  }

  function find(criteria: HotelCriteria): Filling {
    const stay = readStay(criteria);
    const seasonSums = new Map<string, number>();
    for (const { destinationId } of hotelsFor(criteria, places)) {
      if (!seasonSums.has(destinationId))
        seasonSums.set(destinationId, addSeasons(seed, destinationId, stay));
    }
    return { form: formOf(criteria, stay), term: stay, seasonSums };
  }

  function quote(criteria: HotelCriteria, { item, units }: Selection): Quote | Complaint[] {
    const stay = readStay(criteria);
    const hotel = hotelsFor(criteria, places).find(entry => String(entry.id) === item);
    if (!hotel)
      return [{ field: 'HotelId', message: `hotel ${item} is not in the Search that this Token is from` }];
    const offered = new Map(linesOf(hotel, stay, criteria.Filters).map(line => [idOf(line, stay), line]));
    const complaints = checkUnits(units, offered, stay);
    if (complaints.length > 0) return complaints;
    const [first, ...rest] = units.flatMap(unit => offered.get(unit) ?? []);
    if (!first) return [{ field: 'RoomIds', message: 'expected 1 room id or more' }];
    const seasonSum = addSeasons(seed, hotel.destinationId, stay);
    const prices = [first, ...rest].map(line => priceRoom(line, seasonSum, stay));
    const { timeZone = 'UTC' } = places.destination(hotel.destinationId) ?? {};
    return priceSelection({ hotel, timeZone, lines: [first, ...rest], prices }, stay);
  }

  return {
    complaints: criteria => complainAbout(criteria, places),
    search: createSearch({ product: 'hotel', seed }, find),
    quote,
  };
}

/** Creates the function that lists the rooms of one hotel that a Search offers. */
function createLinesOf(seed: number, places: Places) {
  const sheets = createRotatingMap<string, Sheet>(sheetsKept);

  function sheetOf(hotel: Hotel, currency: string): Sheet {
    const key = `${hotel.id}${currency}`;
    const known = sheets.get(key);
    if (known) return known;
    const sheet = writeSheet(hotel, unitsOf(seed, String(hotel.id), hotel.baseUnit), currency);
    sheets.set(key, sheet);
    return sheet;
  }

  return (hotel: Hotel, stay: Stay, filters: Filters | undefined): RoomLine[] => {
    const sheet = sheetOf(hotel, stay.currency);
    const own = places.testville?.plansOf(hotel);
    const plansSold = planIndexes(stay).filter(plan => own?.includes(plan) ?? true);
    return stay.groups.flatMap((_, group) => {
      const lines = plansSold.map((plan): RoomLine => ({ sheet, plan, group }));
      if (!filters) return lines;
      const seasonSum = addSeasons(seed, hotel.destinationId, stay);
      const priced = lines.map(line => ({ line, cents: priceRoom(line, seasonSum, stay) }));
      return filterRooms(priced, filters).map(({ line }) => line);
    });
  };
}

const planIndexes = (stay: Stay): readonly number[] => (stay.onRequest ? [0, 1, 2, 3] : [0, 1, 2]);

/** The id of a room: hotel, stay and plan, so it is the same in every Search. */
const idOf = ({ sheet, plan, group }: RoomLine, stay: Stay): string =>
  `${sheet.hotel.id}-${stay.stayIds[group]}-${plan}`;

type Filters = NonNullable<HotelCriteria['Filters']>;

function filterRooms<Room extends { cents: number }>(rooms: Room[], filters: Filters): Room[] {
  const {
    MinPrice: least = 0,
    MaxPrice: most = Number.POSITIVE_INFINITY,
    CheapestRoomOnly: cheapestOnly,
  } = filters;
  const within = rooms.filter(
    ({ cents }) => cents >= Math.round(least * 100) && cents <= Math.round(most * 100),
  );
  return cheapestOnly ? within.sort((a, b) => a.cents - b.cents).slice(0, 1) : within;
}

function complainAbout(criteria: Partial<Record<keyof HotelCriteria, unknown>>, places: Places): Complaint[] {
  const complaints: Complaint[] = [];
  const { DestinationId: destination, HotelIds: ids, Currency: currency } = criteria;
  if (!ids) complaints.push(...complainAboutDestination('Criteria.DestinationId', destination, places));
  const unknown = (Array.isArray(ids) ? ids : []).filter(id => typeof id === 'number' && !places.hotel(id));
  if (unknown.length > 0) {
    complaints.push({
      field: 'Criteria.HotelIds',
      message: `no hotel ${unknown.slice(0, 10).join(', ')}; take ids from a Search by DestinationId`,
    });
  }
  complaints.push(...complainAboutCurrency(currency));
  return complaints;
}

/** Every unit must be offered, none more often than its rooms were wanted, and all sold in the same way. */
function checkUnits(
  units: readonly string[],
  offered: ReadonlyMap<string, RoomLine>,
  stay: Stay,
): Complaint[] {
  const complaints: Complaint[] = [];
  const chosen = new Map<number, number>();
  for (const [index, unit] of units.entries()) {
    const group = offered.get(unit)?.group;
    const field = `RoomIds[${index}]`;
    if (group !== undefined) chosen.set(group, (chosen.get(group) ?? 0) + 1);
    else complaints.push({ field, message: `room "${unit}" is not in the Search that this Token is from` });
  }
  for (const [index, count] of chosen) {
    const group = stay.groups[index];
    if (!group || count <= group.quantity) continue;
    const guests = `${group.adults} adults and children of [${group.ages}]`;
    complaints.push({
      field: 'RoomIds',
      message: `${count} rooms for ${guests}; the Search wanted ${group.quantity}`,
    });
  }
  const sold = new Set(units.flatMap(unit => offered.get(unit)?.plan ?? []));
  if (sold.size > 1) {
    const names = [...sold].map(index => `"${plans[index]?.name}"`).join(' and ');
    complaints.push({
      field: 'RoomIds',
      message: `rooms of one booking have the same rate plan; these are ${names}`,
    });
  }
  return complaints;
}

interface Chosen {
  hotel: Hotel;
  timeZone: string;
  lines: [RoomLine, ...RoomLine[]];
  prices: number[];
}

function priceSelection({ hotel, timeZone, lines, prices }: Chosen, stay: Stay): Quote {
  const plan = plans[lines[0].plan] ?? plans[0];
  const rooms = prices.map(price => penalties(plan, stay, price));
  const cents = prices.reduce((sum, price) => sum + price, 0);
  return {
    product: 'hotel',
    supplierName: hotel.supplierName,
    item: String(hotel.id),
    units: lines.map(line => idOf(line, stay)),
    occupancies: lines.map(({ group }): Occupancy => {
      const { adults = 0, ages = [] } = stay.groups[group] ?? {};
      return { adults, ages };
    }),
    start: stay.start,
    end: stay.end,
    timeZone,
    currency: stay.currency,
    cents,
    taxCents: Math.round(cents / 11), // a tenth of the net price, included
    restriction: plan.restriction,
    prePayment: plan.prePayment,
    payLater: plan.payLater,
    windows: (rooms[0] ?? []).map((window, index) => ({
      ...window,
      cents: rooms.reduce((sum, windows) => sum + (windows[index]?.cents ?? 0), 0),
    })),
    ...extrasOf(plan, stay.currency, feesOf(hotel)),
    opens: checkInMinutes,
    closes: checkOutMinutes,
  };
}
