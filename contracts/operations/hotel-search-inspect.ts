import { dayNumber, nightsBetween } from '../calendar.ts';
import { limits } from '../limits.ts';
import type { Complaint, InspectContext } from '../operation.ts';
import { asObject, type JsonObject } from '../util/index.ts';
import { inspectPast } from './inspect-dates.ts';

/** The last day that dates of four-digit years can name. */
const lastDate = '9999-12-31';

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Judges the dates and the rooms of a hotel Search against each other and against today at the destination. */
export function inspectHotelSearch(request: unknown, context: InspectContext): Complaint[] {
  const criteria = asObject(asObject(request).Criteria);
  return [...inspectStay(criteria, context), ...inspectRooms(list(criteria.SearchRooms))];
}

function inspectStay(criteria: JsonObject, context: InspectContext): Complaint[] {
  const complaints: Complaint[] = [];
  const {
    CheckinDate: checkin,
    CheckoutDate: checkout,
    DestinationId: destination,
    NumNights: nights,
  } = criteria;
  if (typeof checkin !== 'string') return complaints;
  const hotels = list(criteria.HotelIds);
  const places = hotels.length > 0 ? hotels : [destination];
  complaints.push(...inspectPast({ field: 'Criteria.CheckinDate', date: checkin }, places, context));
  const last = typeof nights === 'number' ? dayNumber(checkin) + nights : Number.NaN;
  if (last > dayNumber(lastDate)) {
    complaints.push({
      field: 'Criteria.NumNights',
      message: `${nights} nights from "${checkin}" end after ${lastDate}`,
    });
  }
  if (typeof checkout !== 'string') return complaints;
  const stay = nightsBetween(checkin, checkout);
  if (Number.isNaN(stay)) return complaints; // one of them is no date, which its own schema says
  const field = 'Criteria.CheckoutDate';
  if (stay <= 0) complaints.push({ field, message: `"${checkout}" is not after CheckinDate "${checkin}"` });
  if (stay > limits.nights.value) {
    complaints.push({
      field,
      message: `${stay} nights; a stay has at most ${limits.nights.value} (assumed limit)`,
    });
  }
  if (typeof nights === 'number' && stay !== nights) {
    complaints.push({
      field: 'Criteria.NumNights',
      message: `${nights}, but the dates make ${stay} nights; send one of them`,
    });
  }
  return complaints;
}

function inspectRooms(rooms: unknown[]): Complaint[] {
  const complaints: Complaint[] = [];
  let total = 0;
  for (const [index, entry] of rooms.entries()) {
    const { NumAdults: adults, ChildAges: ages, Quantity: quantity } = asObject(entry);
    total += typeof quantity === 'number' ? quantity : 1;
    const guests = (typeof adults === 'number' ? adults : 0) + list(ages).length;
    if (guests > limits.guestsPerRoom.value) {
      complaints.push({
        field: `Criteria.SearchRooms[${index}]`,
        message: `${guests} guests; a room takes at most ${limits.guestsPerRoom.value} (assumed limit)`,
      });
    }
  }
  if (total > limits.rooms.value) {
    complaints.push({
      field: 'Criteria.SearchRooms',
      message: `${total} rooms; a search takes at most ${limits.rooms.value} (assumed limit)`,
    });
  }
  return complaints;
}
