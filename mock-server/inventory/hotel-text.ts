import { type Group, penaltyOf, priceRoom, type Share, type Stay, windowsOf } from './hotel-stay.ts';
import { extrasOf } from './hotel-taxes.ts';
import { encode, type JsonBytes } from './json-bytes.ts';
import { plans } from './rates.ts';
import type { Hotel } from './reference/index.ts';

// Offers are written as bytes: fragments that never change are encoded once per hotel and currency, what all rooms of a
// Search have alike once per Search, and only prices are put between them.

/** A hotel ready to be written: what never changes, encoded. */
export interface Sheet {
  hotel: Hotel;
  units: number;
  opening: Uint8Array;
  openingWithStatics: Uint8Array;
  plans: PlanFragments[];
}

/** A hotel's room under one plan: the beginning of its id, and all that neither dates nor guests change. */
interface PlanFragments {
  opening: Uint8Array;
  statics: Uint8Array;
}

// Escaped to ASCII, which JSON allows: a text of accented letters costs more to send than to write.
const members = (value: object): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Encodes what of a hotel never changes in a currency. */
export function writeSheet(hotel: Hotel, units: number, currency: string): Sheet {
  const { id, name, address, category, latitude, longitude } = hotel;
  const opening = members({ HotelId: id, Name: name });
  const statics = members({ Address: address, Category: category, Latitude: latitude, Longitude: longitude });
  return {
    hotel,
    units,
    opening: encode(`{${opening},"Rooms":[`),
    openingWithStatics: encode(`{${opening},${statics},"Rooms":[`),
    plans: plans.map((_, index) => writePlan(hotel, index, currency)),
  };
}

function writePlan(hotel: Hotel, index: number, currency: string): PlanFragments {
  const plan = plans[index] ?? plans[0];
  const room = hotel.roomTypes[index % hotel.roomTypes.length];
  const board = room?.boardDescription ?? 'Room only';
  const { taxes, moreInformation } = extrasOf(hotel, plan, currency);
  const statics = members({
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
  return { opening: encode(`{"Id":"${hotel.id}-`), statics: encode(`${statics},"NumAdults":`) };
}

/** One room to be priced or written. */
export interface RoomLine {
  sheet: Sheet;
  plan: number;
  group: Group;
  seasonSum: number;
}

/** The id of a room: hotel, stay and plan, so it is the same in every Search. */
export function roomId(hotelId: number, group: Group, plan: number): string {
  return `${hotelId}-${group.stayId}-${plan}`;
}

/** The price of a line's room, in cents. */
export function priceLine({ sheet, group, plan, seasonSum }: RoomLine, currency: string): number {
  return priceRoom(sheet.units, seasonSum, group.weight, plans[plan] ?? plans[0], currency);
}

/** Writes one room at its price in cents. */
export type WriteRoom = (line: RoomLine, cents: number) => void;

/** What the rooms of one plan have alike in a Search. */
interface PlanWindows {
  shares: Share[];
  openings: Uint8Array[];
}

/** The writer of a stay's rooms: encodes once what all of them have alike. */
export function createRoomWriter(stay: Stay, out: JsonBytes): WriteRoom {
  const { nights, currency } = stay;
  const { tail, betweenPrices, closing } = currencyFragments(currency);
  const windows: PlanWindows[] = [];
  const groups = new Map<Group, GroupFragments>();

  return ({ sheet, plan, group }, cents) => {
    const fragments = sheet.plans[plan];
    if (!fragments) throw new Error(`hotel ${sheet.hotel.id} has no plan ${plan}`);
    const guests = groups.get(group) ?? encodeGroup(group);
    groups.set(group, guests);
    windows[plan] ??= encodeWindows(plan, stay, tail);
    const { shares, openings } = windows[plan];
    out.put(fragments.opening);
    out.put(guests.ids[plan] ?? nothing);
    out.put(fragments.statics);
    out.put(guests.guests);
    out.putCents(cents);
    out.put(betweenPrices);
    out.putCents(cents);
    for (let index = 0; index < openings.length; index += 1) {
      out.put(openings[index] ?? nothing);
      out.putCents(penaltyOf(shares[index] ?? 'full', cents, nights));
    }
    out.put(closing);
  };
}

const nothing = new Uint8Array();

function encodeWindows(plan: number, stay: Stay, tail: string): PlanWindows {
  const windows = windowsOf(plans[plan] ?? plans[0], stay);
  return {
    shares: windows.map(window => window.share),
    openings: windows.map(({ start, end }, index) => {
      const before = index === 0 ? `${tail},"CancellationPolicies":[` : `${tail},`;
      return encode(`${before}{"StartDate":"${start}","EndDate":"${end}","Value":`);
    }),
  };
}

interface CurrencyFragments {
  tail: string;
  betweenPrices: Uint8Array;
  closing: Uint8Array;
}

const currencies = new Map<string, CurrencyFragments>();

/** What follows every price in a currency; there are as many as `rates.ts` sells in. */
function currencyFragments(currency: string): CurrencyFragments {
  const known = currencies.get(currency);
  if (known) return known;
  const tail = `,"Currency":"${currency}"}`;
  const betweenPrices = encode(`${tail},"TotalSellingPrice":{"Value":`);
  const fragments = { tail, betweenPrices, closing: encode(`${tail}]}`) };
  currencies.set(currency, fragments);
  return fragments;
}

interface GroupFragments {
  ids: Uint8Array[];
  guests: Uint8Array;
}

/** The ends of a group's room ids by plan, and its guests. */
function encodeGroup({ adults, ages, quantity, stayId }: Group): GroupFragments {
  const guests = `${adults},"ChildAges":[${ages}],"Quantity":${quantity},"SellingPricePerRoom":{"Value":`;
  return { ids: plans.map((_, plan) => encode(`${stayId}-${plan}",`)), guests: encode(guests) };
}
