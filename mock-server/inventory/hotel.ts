import type { Complaint, HotelCriteria } from '#contracts';
import { hash32 } from '../seed.ts';
import { createGenerations } from '../store/generations.ts';
import { createCache } from './cache.ts';
import { addSeasons, type Group, hotelsFor, penalties, readStay, type Stay } from './hotel-stay.ts';
import { extrasOf } from './hotel-taxes.ts';
import { createRoomWriter, priceLine, type RoomLine, roomId, type Sheet, writeSheet } from './hotel-text.ts';
import { createJsonBytes, encode } from './json-bytes.ts';
import type { Inventory, Occupancy, Offers, Quote, Selection } from './quote.ts';
import { currencies, plans, unitsOf } from './rates.ts';
import { destinations, findDestination, findHotel, type Hotel } from './reference/index.ts';

const cachedCharacters = 8_000_000;
const criteriaRemembered = 5_000;
const usualBytes = 65_536;
const [comma, hotelEnd, listEnd] = [encode(','), encode(']}'), encode(']')];
// Local times of day at every hotel.
const checkInMinutes = 15 * 60;
const checkOutMinutes = 11 * 60;

/**
 * The hotel offers of a sandbox: a pure function of its seed and the criteria.
 *
 * @param seed the sandbox's seed as a number
 */
export function createHotelInventory(seed: number): Inventory<HotelCriteria> {
  const sheets = new Map<string, Sheet>();
  const out = createJsonBytes(usualBytes);
  // Only what is asked for again is worth keeping: texts that are asked for once would only push others out.
  const wanted = createGenerations<string, true>(criteriaRemembered);
  const texts = createCache<Offers>(cachedCharacters);

  function sheetOf(hotel: Hotel, currency: string): Sheet {
    const key = `${hotel.id}${currency}`;
    const sheet = sheets.get(key) ?? writeSheet(hotel, unitsOf(seed, hotel.id, hotel.baseUnit), currency);
    sheets.set(key, sheet);
    return sheet;
  }

  function search(criteria: HotelCriteria, key: string): Offers {
    const known = texts.get(key);
    if (known) return known;
    const offers = { key, ...writeOffers(criteria, key) };
    if (wanted.get(key)) texts.set(key, offers, offers.members.length + key.length);
    else wanted.set(key, true);
    return offers;
  }

  function writeOffers(criteria: HotelCriteria, key: string): { members: string; found: number } {
    const stay = readStay(criteria);
    const write = createRoomWriter(stay, out);
    const opening = criteria.ReturnHotelStaticData === false ? 'opening' : 'openingWithStatics';
    const seasons = new Map<string, number>();
    let found = 0;
    out.put(encode(`"TotalTime":${200 + (hash32(key, seed) % 700)},"Hotels":[`));
    for (const hotel of hotelsFor(criteria)) {
      const seasonSum = seasons.get(hotel.destinationId) ?? addSeasons(seed, hotel.destinationId, stay);
      seasons.set(hotel.destinationId, seasonSum);
      const sheet = sheetOf(hotel, stay.currency);
      const rooms = listRooms({ sheet, seasonSum }, stay, criteria.Filters);
      if (rooms.length === 0) continue;
      if (found > 0) out.put(comma);
      out.put(sheet[opening]);
      let isFirst = true;
      for (const { line, cents } of rooms) {
        if (!isFirst) out.put(comma);
        isFirst = false;
        write(line, cents);
      }
      out.put(hotelEnd);
      found += 1;
    }
    out.put(listEnd);
    return { members: out.take(), found };
  }

  function quote(criteria: HotelCriteria, { item, units }: Selection): Quote | Complaint[] {
    const stay = readStay(criteria);
    const hotel = hotelsFor(criteria).find(entry => String(entry.id) === item);
    if (!hotel)
      return [{ field: 'HotelId', message: `hotel ${item} is not in the Search that this Token is from` }];
    const seasonSum = addSeasons(seed, hotel.destinationId, stay);
    const offered = new Map<string, RoomLine>();
    for (const group of stay.groups) {
      for (const plan of planIndexes(stay)) {
        offered.set(roomId(hotel.id, group, plan), {
          sheet: sheetOf(hotel, stay.currency),
          plan,
          group,
          seasonSum,
        });
      }
    }
    const complaints = checkUnits(units, offered);
    if (complaints.length > 0) return complaints;
    const [first, ...rest] = units.flatMap(unit => offered.get(unit) ?? []);
    return first
      ? priceSelection(hotel, [first, ...rest], stay)
      : [{ field: 'RoomIds', message: 'expected 1 room id or more' }];
  }

  return { complaints: complainAbout, search, quote };
}

const planIndexes = (stay: Stay): readonly number[] => (stay.onRequest ? [0, 1, 2, 3] : [0, 1, 2]);

interface PricedRoom {
  line: RoomLine;
  cents: number;
}

type Filters = NonNullable<HotelCriteria['Filters']>;

/** The rooms of one hotel as a Search shows them. */
function listRooms(
  hotel: Pick<RoomLine, 'sheet' | 'seasonSum'>,
  stay: Stay,
  filters?: Filters,
): PricedRoom[] {
  const rooms: PricedRoom[] = [];
  for (const group of stay.groups) {
    const ofGroup = planIndexes(stay).map(plan => {
      const line: RoomLine = { sheet: hotel.sheet, seasonSum: hotel.seasonSum, plan, group };
      return { line, cents: priceLine(line, stay.currency) };
    });
    rooms.push(...(filters ? filterRooms(ofGroup, filters) : ofGroup));
  }
  return rooms;
}

function filterRooms(rooms: PricedRoom[], filters: Filters): PricedRoom[] {
  const {
    MinPrice: least = 0,
    MaxPrice: most = Number.POSITIVE_INFINITY,
    CheapestRoomOnly: cheapestOnly,
  } = filters;
  const within = rooms.filter(({ cents }) => cents >= least * 100 && cents <= most * 100);
  return cheapestOnly ? within.sort((a, b) => a.cents - b.cents).slice(0, 1) : within;
}

function complainAbout(criteria: HotelCriteria): Complaint[] {
  const complaints: Complaint[] = [];
  const { DestinationId: destination, HotelIds: ids, Currency: currency } = criteria;
  if (destination !== undefined && !ids && !findDestination(destination)) {
    const known = destinations.map(entry => `${entry.id} ${entry.name.en}`).join(', ');
    complaints.push({
      field: 'Criteria.DestinationId',
      message: `no destination "${destination}"; known are ${known}`,
    });
  }
  const unknown = (ids ?? []).filter(id => !findHotel(id));
  if (unknown.length > 0) {
    complaints.push({
      field: 'Criteria.HotelIds',
      message: `no hotel ${unknown.join(', ')}; take ids from a Search by DestinationId`,
    });
  }
  if (currency !== undefined && !currencies.includes(currency)) {
    complaints.push({
      field: 'Criteria.Currency',
      message: `"${currency}" is not sold in; known are ${currencies.join(', ')}`,
    });
  }
  return complaints;
}

/** Every unit must be offered, none more often than its rooms were wanted, and all sold in the same way. */
function checkUnits(units: readonly string[], offered: ReadonlyMap<string, RoomLine>): Complaint[] {
  const complaints: Complaint[] = [];
  const chosen = new Map<Group, number>();
  for (const [index, unit] of units.entries()) {
    const group = offered.get(unit)?.group;
    const field = `RoomIds[${index}]`;
    if (!group)
      complaints.push({ field, message: `room "${unit}" is not in the Search that this Token is from` });
    else chosen.set(group, (chosen.get(group) ?? 0) + 1);
  }
  for (const [group, count] of chosen) {
    if (count <= group.quantity) continue;
    const wanted = `${group.adults} adults and children of [${group.ages}]`;
    complaints.push({
      field: 'RoomIds',
      message: `${count} rooms for ${wanted}; the Search wanted ${group.quantity}`,
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

function priceSelection(hotel: Hotel, lines: [RoomLine, ...RoomLine[]], stay: Stay): Quote {
  const plan = plans[lines[0].plan] ?? plans[0];
  const rooms = lines.map(line => penalties(plan, stay, priceLine(line, stay.currency)));
  const cents = lines.reduce((sum, line) => sum + priceLine(line, stay.currency), 0);
  return {
    product: 'hotel',
    supplierName: hotel.supplierName,
    item: String(hotel.id),
    units: lines.map(line => roomId(hotel.id, line.group, line.plan)),
    occupancies: lines.map(({ group }): Occupancy => ({ adults: group.adults, ages: group.ages })),
    start: stay.checkin,
    end: stay.checkout,
    timeZone: findDestination(hotel.destinationId)?.timeZone ?? 'UTC',
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
    ...extrasOf(hotel, plan, stay.currency),
    opens: checkInMinutes,
    closes: checkOutMinutes,
  };
}
