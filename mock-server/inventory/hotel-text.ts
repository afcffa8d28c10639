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

interface PlanText {
  description: string;
  flags: string;
  ending: string;
}

const members = (value: object): string => JSON.stringify(value).slice(1, -1);

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
  return {
    description: `,${members({
      RoomDescription: `${room?.name ?? 'Room'}, ${plan.name}`,
      BoardDescription: board,
      HasBreakfast: board !== 'Room only',
      IsAvailable: true,
      IsNonRefundable: !plan.refundable,
    })},"NumAdults":`,
    flags: `,${members({
      RestrictionType: plan.restriction,
      IsPrePayment: plan.prePayment,
      CanPayLater: plan.payLater,
    })},"CancellationPolicies":[`,
    ending: `],${members({ PropertyTaxes: taxes, MoreInformation: moreInformation, SupplierName: hotel.supplierName })},`,
  };
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

/** The writer for a stay. */
export function createRoomWriter(stay: Stay): WriteRoom {
  const { nights, currency } = stay;
  const tail = `,"Currency":"${currency}"}`;
  const windows = plans.map(plan =>
    windowsOf(plan, stay).map(({ start, end, share }, index) => {
      const opening = `${index === 0 ? '' : `${tail},`}{"StartDate":"${start}","EndDate":"${end}","Value":`;
      return { share, opening };
    }),
  );
  const occupancies = new Map<Group, string>();
  for (const group of stay.groups) {
    const { adults, ages, quantity } = group;
    occupancies.set(
      group,
      `${adults},"ChildAges":[${ages}],"Quantity":${quantity},"SellingPricePerRoom":{"Value":`,
    );
  }

  return ({ sheet, plan, group }, cents) => {
    const { description, flags, ending } = sheet.plans[plan] ?? noPlan;
    const price = decimal(cents);
    let text = `{"Id":"${roomId(sheet.hotel.id, group, plan)}"${description}${occupancies.get(group)}${price}${tail}${flags}`;
    for (const { share, opening } of windows[plan] ?? []) {
      text += opening + (share === 'full' ? price : decimal(penaltyOf(share, cents, nights)));
    }
    return `${text}${tail}${ending}"TotalSellingPrice":{"Value":${price}${tail}}`;
  };
}

const noPlan: PlanText = { description: '', flags: '', ending: '' };
