import { addDays, dayNumber, type HotelCriteria, nightsBetween } from '#contracts';
import { hash32 } from '../seed.ts';
import type { PenaltyWindow } from '../store/records.ts';
import { type Plan, seasonOf, weigh } from './rates.ts';
import { findHotel, type Hotel, hotelsOf } from './reference/index.ts';

/** Rooms of one occupancy that a Search wants. */
export interface Group {
  adults: number;
  ages: readonly number[];
  quantity: number;
  weight: number;
  /** Names the stay in room ids: the same for the same dates and occupancy. */
  stayId: string;
}

/** Hotel criteria made ready for pricing: dates, groups of rooms, currency. */
export interface Stay {
  checkin: string;
  checkout: string;
  nights: number;
  currency: string;
  groups: Group[];
  onRequest: boolean;
  /** Three days before check-in, when penalties of a refundable rate begin, and the day before check-in. */
  penaltyStart: string;
  lastFreeDay: string;
}

/** A start of penalties that lies before any booking date. */
const always = '2000-01-01';
const penaltyDays = 3;
/** How long the part of a room id is that stands for the stay: any 32 bits to the base 36. */
export const stayIdLength = 7;

/** The hotels that criteria name, by destination or by id. */
export function hotelsFor(criteria: HotelCriteria): readonly Hotel[] {
  if (!criteria.HotelIds) return hotelsOf(criteria.DestinationId ?? '');
  return [...new Set(criteria.HotelIds)].flatMap(id => findHotel(id) ?? []);
}

/** Makes hotel criteria ready for pricing. */
export function readStay(criteria: HotelCriteria): Stay {
  const checkin = criteria.CheckinDate;
  const nights = criteria.NumNights ?? nightsBetween(checkin, criteria.CheckoutDate ?? checkin);
  return {
    checkin,
    checkout: addDays(checkin, nights),
    nights,
    currency: criteria.Currency ?? 'BRL',
    groups: groupRooms(criteria, nights),
    onRequest: criteria.ReturnOnRequestRooms === true,
    penaltyStart: addDays(checkin, -penaltyDays),
    lastFreeDay: addDays(checkin, -1),
  };
}

/** Rooms of the same occupancy are one group, whichever way the client wrote them. */
function groupRooms(criteria: HotelCriteria, nights: number): Group[] {
  const groups = new Map<string, Group>();
  for (const { NumAdults: adults, ChildAges: ages = [], Quantity: quantity = 1 } of criteria.SearchRooms) {
    const sorted = [...ages].sort((a, b) => a - b);
    const key = `${criteria.CheckinDate} ${nights} ${adults} ${sorted}`;
    const group = groups.get(key);
    if (group) group.quantity += quantity;
    else
      groups.set(key, {
        adults,
        ages,
        quantity,
        weight: weigh(adults, ages),
        stayId: hash32(key).toString(36).padStart(stayIdLength, '0'),
      });
  }
  return [...groups.values()];
}

/** The season factors of all nights of a stay at a destination, added up. */
export function addSeasons(seed: number, destinationId: string, stay: Stay): number {
  const first = dayNumber(stay.checkin);
  let sum = 0;
  for (let day = first; day < first + stay.nights; day += 1)
    sum += seasonOf(seed, Number(destinationId), day);
  return sum;
}

/** What a cancellation in a window costs: all, one night, or the deposit. */
export type Share = 'full' | 'night' | 'deposit';

/** One penalty window of a plan, before a price is known. */
export interface Window {
  start: string;
  end: string;
  share: Share;
}

/** When a cancellation costs what: from three days before check-in, or, where the rate says so, from the start. */
export function windowsOf(plan: Plan, stay: Stay): Window[] {
  const { checkin, checkout, lastFreeDay, penaltyStart } = stay;
  if (!plan.refundable) return [{ start: always, end: checkout, share: 'full' }];
  const first: Window = plan.prePayment
    ? { start: always, end: lastFreeDay, share: 'deposit' }
    : { start: penaltyStart, end: lastFreeDay, share: 'night' };
  return [first, { start: checkin, end: checkout, share: 'full' }];
}

/** The penalty of a window in cents. */
export function penaltyOf(share: Share, cents: number, nights: number): number {
  if (share === 'full') return cents;
  return Math.round(share === 'night' ? cents / nights : cents * 0.3);
}

/** The penalty windows of a price. */
export function penalties(plan: Plan, stay: Stay, cents: number): PenaltyWindow[] {
  return windowsOf(plan, stay).map(({ start, end, share }) => ({
    start,
    end,
    cents: penaltyOf(share, cents, stay.nights),
  }));
}
