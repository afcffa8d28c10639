import { extrasOf } from './hotel-taxes.ts';
import { plans } from './rates.ts';
import type { Hotel } from './reference/index.ts';

/** A hotel ready to be written: what neither dates nor guests change, as JSON text. */
export interface Sheet {
  hotel: Hotel;
  units: number;
  opening: string;
  openingWithStatics: string;
  /** Per plan the members of its room that never change, each with a comma behind it. */
  plans: string[];
}

// Escaped to ASCII, which JSON allows: a text of accented letters costs more to send than to write.
const members = (value: object): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes what of a hotel never changes in a currency. */
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

function writePlan(hotel: Hotel, index: number, currency: string): string {
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
  return `${statics},`;
}
