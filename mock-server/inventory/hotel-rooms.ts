import { addDays, type HotelCriteria, nightsBetween } from '#contracts';
import { createRotatingMap } from '../store/index.ts';
import { itemNumberOf, stayNumberOf } from './offer-id.ts';
import type { Places } from './places.ts';
import { convert, defaultCurrency, extrasOf, type Fees, planAt, plans, unitsOf, weigh } from './rates.ts';
import type { Hotel } from './reference/index.ts';
import { type OfferTemplate, TemplateWriter } from './template.ts';
import { addSeasons, type Term } from './term.ts';
import { members } from './text.ts';

// The maximum number of cached hotel texts. This number is enough for all hotels of the reference data in all currencies.
const textsKept = 1_000;

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

/** The parts of a hotel's JSON text that do not depend on dates and guests. */
interface HotelText {
  opening: string;
  openingWithStatics: string;
  /** For each rate plan, the JSON text of the room's fields that do not depend on dates and guests, with a comma at the end. */
  plans: string[];
}

/** One room of an offer. */
export interface Room {
  hotel: Hotel;
  text: HotelText;
  /** The price level of the hotel, from which all prices are computed (see `unitsOf`). */
  units: number;
  /** The index of the room's rate plan. */
  plan: number;
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

/** Returns the number of a room with its rate plan, which the ids of the room contain (see `itemNumberOf`). */
export const roomNumberOf = ({ hotel, plan }: Room): number => itemNumberOf(`${hotel.id}-${plan}`);

/** Returns the price of one room in cents of BRL, before it is multiplied by the sum of the season factors. */
const perSeasonOf = ({ units, plan, group }: Room, stay: Stay): number =>
  units * (stay.groups[group]?.weight ?? 0) * planAt(plan).twentieths;

/** Returns the price of one room for the whole stay, in cents of the stay's currency. */
export const priceRoom = (room: Room, seasonSum: number, stay: Stay): number =>
  convert(perSeasonOf(room, stay) * seasonSum, stay.currency);

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
  const texts = createRotatingMap<string, HotelText & { units: number }>(textsKept);

  function textOf(hotel: Hotel, currency: string): HotelText & { units: number } {
    const key = `${hotel.id}${currency}`;
    const known = texts.get(key);
    if (known) return known;
    const units = unitsOf(seed, String(hotel.id), hotel.baseUnit);
    const text = { ...writeHotel(hotel, currency), units };
    texts.set(key, text);
    return text;
  }

  return (hotel: Hotel, stay: Stay, filters: Filters | undefined): Room[] => {
    const text = textOf(hotel, stay.currency);
    const own = places.testville?.plansOf(hotel);
    const sold = (stay.onRequest ? [0, 1, 2, 3] : [0, 1, 2]).filter(plan => own?.includes(plan) ?? true);
    return stay.groups.flatMap((_, group) => {
      const rooms = sold.map((plan): Room => ({ hotel, text, units: text.units, plan, group }));
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

function writeHotel(hotel: Hotel, currency: string): HotelText {
  const { id, name, address, category, latitude, longitude } = hotel;
  const opening = members({ HotelId: id, Name: name });
  const statics = members({ Address: address, Category: category, Latitude: latitude, Longitude: longitude });
  return {
    opening: `{${opening},"Rooms":[`,
    openingWithStatics: `{${opening},${statics},"Rooms":[`,
    plans: plans.map((_, index) => `${writePlan(hotel, index, currency)},`),
  };
}

function writePlan(hotel: Hotel, index: number, currency: string): string {
  const plan = planAt(index);
  const room = hotel.roomTypes[index % hotel.roomTypes.length];
  const board = room?.boardDescription ?? 'Room only';
  const { taxes, moreInformation } = extrasOf(plan, currency, feesOf(hotel));
  return members({
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
  });
}

/**
 * Writes the template of a Search answer that contains the given hotels with their rooms.
 *
 * @param isBare whether to omit the address, category and coordinates of the hotels
 */
export function writeHotels(
  hotels: readonly (readonly Room[])[],
  stay: Stay,
  isBare: boolean,
): OfferTemplate {
  const template = new TemplateWriter(stay);
  for (const [hotelIndex, rooms] of hotels.entries()) {
    const text = rooms[0]?.text;
    const opening = isBare ? text?.opening : text?.openingWithStatics;
    template.text((hotelIndex > 0 ? ',' : '') + (opening ?? ''));
    for (const [index, room] of rooms.entries()) {
      if (index > 0) template.text(',');
      const { plan, group, hotel } = room;
      const { adults, ages, quantity } = stay.groups[group] ?? { adults: 0, ages: [], quantity: 0 };
      const guests = `"NumAdults":${adults},"ChildAges":[${ages}],"Quantity":${quantity}`;
      template.offer({
        plan,
        group,
        destinationId: hotel.destinationId,
        perSeason: perSeasonOf(room, stay),
        item: roomNumberOf(room),
        beforeIds: ['{"Id":"'],
        beforePrice: `",${room.text.plans[plan] ?? ''}${guests},"SellingPricePerRoom":{"Value":`,
        beforeTotal: ',"TotalSellingPrice":{"Value":',
      });
    }
    template.text(']}');
  }
  return template.end(hotels.length);
}
