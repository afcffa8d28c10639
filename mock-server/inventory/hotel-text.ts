import { type Group, penaltyOf, priceRoom, type Stay, windowsOf } from './hotel-stay.ts';
import { extrasOf } from './hotel-taxes.ts';
import { plans } from './rates.ts';
import type { Hotel } from './reference/index.ts';

// Offers are written as text at once: fragments that never change are serialised once per hotel and currency, and only
// ids, prices and dates are put between them.

/** A hotel ready to be written: what never changes as JSON text. */
export interface Sheet {
  hotel: Hotel;
  units: number;
  opening: string;
  openingWithStatics: string;
  plans: PlanText[];
}

/** A hotel's room under one plan: the beginning of its id, and all that neither dates nor guests change. */
interface PlanText {
  opening: string;
  statics: string;
}

// Escaped to ASCII, which JSON allows: a text of accented letters costs more to send than to write.
const members = (value: object): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Serialises what of a hotel never changes in a currency. */
export function writeSheet(hotel: Hotel, units: number, currency: string): Sheet {
  const { id, name, address, category, latitude, longitude } = hotel;
  const opening = members({ HotelId: id, Name: name });
  const statics = members({ Address: address, Category: category, Latitude: latitude, Longitude: longitude });
  return {
    hotel,
    units,
    opening: `{${opening},"Rooms":[`,
    openingWithStatics: `{${opening},${statics},"Rooms":[`,
    plans: plans.map((_, index) => writePlan(hotel, index, currency)),
  };
}

function writePlan(hotel: Hotel, index: number, currency: string): PlanText {
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
  return { opening: `{"Id":"${hotel.id}-`, statics: `${statics},"NumAdults":` };
}

const twoDigits = Array.from({ length: 100 }, (_, value) => `.${String(value).padStart(2, '0')}`);

/** Cents as a JSON number with two decimals: faster, and nicer to read, than dividing. */
export function decimal(cents: number): string {
  const whole = Math.floor(cents / 100);
  return whole + (twoDigits[cents - whole * 100] ?? '.00');
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

/** Writes the rooms of one Search: what is alike in all of them is serialised once. */
export type WriteRoom = (line: RoomLine, cents: number) => string;

/**
 * The writer for a stay. An offer is put together from as few pieces as can be: joining them is what it costs.
 */
export function createRoomWriter(stay: Stay): WriteRoom {
  const { nights, currency } = stay;
  const tail = `,"Currency":"${currency}"}`;
  const betweenPrices = `${tail},"TotalSellingPrice":{"Value":`;
  const closing = `${tail}]}`;
  const windows = plans.map(plan =>
    windowsOf(plan, stay).map(({ start, end, share }, index) => {
      const before = index === 0 ? `${tail},"CancellationPolicies":[` : `${tail},`;
      return { share, opening: `${before}{"StartDate":"${start}","EndDate":"${end}","Value":` };
    }),
  );
  const groups = new Map<Group, { ids: string[]; guests: string }>();
  for (const group of stay.groups) {
    const { adults, ages, quantity, stayId } = group;
    const guests = `${adults},"ChildAges":[${ages}],"Quantity":${quantity},"SellingPricePerRoom":{"Value":`;
    groups.set(group, { ids: plans.map((_, plan) => `${stayId}-${plan}",`), guests });
  }

  return ({ sheet, plan, group }, cents) => {
    const texts = sheet.plans[plan];
    const { ids, guests } = groups.get(group) ?? {};
    if (!texts || !ids)
      throw new Error(`a room of hotel ${sheet.hotel.id} has no plan ${plan} in this Search`);
    const price = decimal(cents);
    let text = texts.opening + ids[plan] + texts.statics + guests + price + betweenPrices + price;
    for (const { share, opening } of windows[plan] ?? []) {
      text += opening + (share === 'full' ? price : decimal(penaltyOf(share, cents, nights)));
    }
    return text + closing;
  };
}
