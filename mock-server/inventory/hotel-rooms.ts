import { addDays, type HotelCriteria, nightsBetween } from '#contracts';
import { createRotatingMap } from '../store/index.ts';
import { itemNumberOf, offerIdOf, stayNumberOf } from './offer-id.ts';
import type { Places } from './places.ts';
import { convert, defaultCurrency, extrasOf, type Fees, planAt, plans, unitsOf, weigh } from './rates.ts';
import type { Hotel } from './reference/index.ts';
import { addSeasons, pricesOf, type Term, type Window } from './term.ts';

// Enough for all hotels of the reference data in all currencies.
const hotelsKept = 1_000;

/** The rooms of a Search that have the same occupancy. */
export interface Group {
  adults: number;
  ages: readonly number[];
  quantity: number;
  weight: number;
  /** The number that stands for the dates of the stay and the occupancy in the ids of these rooms (see `stayNumberOf`). */
  stay: number;
}

/** The criteria of a hotel Search, prepared for the computation of prices. */
export interface Stay extends Term {
  groups: readonly Group[];
  onRequest: boolean;
}

/** A kind of room that a hotel sells with a rate plan, in a currency. It does not depend on dates and guests. */
interface Rate {
  /** The price level of the hotel, from which all prices are computed (see `unitsOf`). */
  units: number;
  /** The index of the rate plan. */
  plan: number;
  /** The number of the room in offer ids (see `itemNumberOf`). */
  item: number;
  fields: ReturnType<typeof rateFields>;
}

/** One room of an offer. */
export interface Room extends Rate {
  /** The index of the room's group in the stay. */
  group: number;
}

/** Reads hotel criteria. Rooms with the same occupancy form one group, even if the request lists these rooms separately. */
export function readStay(criteria: HotelCriteria): Stay {
  const { CheckinDate: start, CheckoutDate = start, Currency: currency = defaultCurrency } = criteria;
  const nights = criteria.NumNights ?? nightsBetween(start, CheckoutDate);
  const groups = new Map<string, Group>();
  for (const { NumAdults: adults, ChildAges: ages = [], Quantity: quantity = 1 } of criteria.SearchRooms) {
    const sorted = [...ages].sort((a, b) => a - b);
    const key = `${start} ${nights} ${adults} ${sorted}`;
    const group = groups.get(key);
    if (group) group.quantity += quantity;
    else groups.set(key, { adults, ages, quantity, weight: weigh(adults, ages), stay: stayNumberOf(key) });
  }
  return {
    start,
    end: addDays(start, nights),
    days: nights,
    currency,
    stays: [...groups.values()].map(group => group.stay),
    lateShare: 'night',
    groups: [...groups.values()],
    onRequest: criteria.ReturnOnRequestRooms === true,
  };
}

/** Returns the id of a room, from hotel, dates, guests and rate plan. Equal Searches therefore return equal ids. */
export const idOf = ({ item, group }: Room, stay: Stay): string => offerIdOf(item, stay.stays[group] ?? 0);

/** Returns the price of one room for the whole stay, in cents of the stay's currency. */
export function priceRoom({ units, plan, group }: Room, seasonSum: number, stay: Stay): number {
  const perSeason = units * (stay.groups[group]?.weight ?? 0) * planAt(plan).twentieths;
  return convert(perSeason * seasonSum, stay.currency);
}

/** Returns the fees that guests pay at the hotel. The amounts depend on the number of stars. */
export function feesOf({ category }: Hotel): Fees {
  const level = Number(category);
  return {
    local: { Name: 'City tax', Type: 'PerNight', cents: level * 250 },
    foreign: { Name: 'Resort fee', Type: 'PerStay', Amount: 4 * level },
    text: 'A tourism fee of 2 % of the stay is not included and paid at the property. Bring a photo document.',
  };
}

type Filters = NonNullable<HotelCriteria['Filters']>;

/** Creates a function that lists the rooms that a hotel offers for a Search. */
export function createRoomLister(seed: number, places: Places) {
  const known = createRotatingMap<string, readonly Rate[]>(hotelsKept);

  function ratesOf(hotel: Hotel, currency: string): readonly Rate[] {
    const key = `${hotel.id}${currency}`;
    const rates = known.get(key);
    if (rates) return rates;
    const units = unitsOf(seed, String(hotel.id), hotel.baseUnit);
    const computed = plans.map((_, plan) => ({
      units,
      plan,
      item: itemNumberOf(`${hotel.id}-${plan}`),
      fields: rateFields(hotel, plan, currency),
    }));
    known.set(key, computed);
    return computed;
  }

  return (hotel: Hotel, stay: Stay, filters: Filters | undefined): Room[] => {
    const own = places.testville?.plansOf(hotel);
    const sold = ratesOf(hotel, stay.currency).filter(
      ({ plan }) =>
        (stay.onRequest || planAt(plan).restriction !== 'OnRequest') && (own?.includes(plan) ?? true),
    );
    return stay.groups.flatMap((_, group) => {
      const rooms = sold.map((rate): Room => ({ ...rate, group }));
      return filters ? filterRooms(rooms, filters, addSeasons(seed, hotel.destinationId, stay), stay) : rooms;
    });
  };
}

function filterRooms(rooms: readonly Room[], filters: Filters, seasonSum: number, stay: Stay): Room[] {
  const { MinPrice: min = 0, MaxPrice: max = Number.POSITIVE_INFINITY, CheapestRoomOnly } = filters;
  const within = rooms
    .map(room => ({ room, cents: priceRoom(room, seasonSum, stay) }))
    .filter(({ cents }) => cents >= Math.round(min * 100) && cents <= Math.round(max * 100));
  const kept = CheapestRoomOnly ? within.sort((a, b) => a.cents - b.cents).slice(0, 1) : within;
  return kept.map(({ room }) => room);
}

function rateFields(hotel: Hotel, index: number, currency: string) {
  const plan = planAt(index);
  const room = hotel.roomTypes[index % hotel.roomTypes.length];
  const board = room?.boardDescription ?? 'Room only';
  const { taxes, moreInformation } = extrasOf(plan, currency, feesOf(hotel));
  return {
    RoomDescription: `${room?.name ?? 'Room'}, ${plan.name}`,
    BoardDescription: board,
    HasBreakfast: board !== 'Room only',
    IsAvailable: true,
    IsNonRefundable: !plan.refundable,
    RestrictionType: plan.restriction,
    IsPrePayment: plan.prePayment,
    CanPayLater: plan.payLater,
    PropertyTaxes: taxes,
    MoreInformation: moreInformation,
    SupplierName: hotel.supplierName,
  };
}

/** What all hotels of a Search have in common. */
interface OfferContext {
  stay: Stay;
  /** The penalty windows of each rate plan. */
  windows: readonly (readonly Window[])[];
  seasonSum: number;
  /** Whether to omit the address, category and coordinates of the hotels. */
  isBare: boolean;
}

/** Returns a hotel of a Search answer with its rooms. */
export function offerOf(
  { id, name, address, category, latitude, longitude }: Hotel,
  rooms: readonly Room[],
  { stay, windows, seasonSum, isBare }: OfferContext,
) {
  const statics = { Address: address, Category: category, Latitude: latitude, Longitude: longitude };
  return {
    HotelId: id,
    Name: name,
    ...(!isBare && statics),
    Rooms: rooms.map(room => {
      const cents = priceRoom(room, seasonSum, stay);
      const { price, policies } = pricesOf(cents, stay, windows[room.plan] ?? []);
      const { adults = 0, ages = [], quantity = 0 } = stay.groups[room.group] ?? {};
      return {
        Id: idOf(room, stay),
        ...room.fields,
        NumAdults: adults,
        ChildAges: ages,
        Quantity: quantity,
        SellingPricePerRoom: price,
        TotalSellingPrice: price,
        CancellationPolicies: policies,
      };
    }),
  };
}
