import { extrasOf, type Fees } from './extras.ts';
import { members } from './json-text.ts';
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

const saverText =
  'A tourism fee of 2 % of the stay is not included and paid at the property. Bring a photo document.';

/** What a hotel asks for on the spot, by its stars. */
export function feesOf({ category }: Hotel): Fees {
  const level = Number(category);
  return {
    local: { Name: 'City tax', Type: 'PerNight', cents: level * 250 },
    foreign: { Name: 'Resort fee', Type: 'PerStay', Amount: 4 * level },
    text: saverText,
  };
}

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
  const { taxes, moreInformation } = extrasOf(plan, currency, feesOf(hotel));
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
