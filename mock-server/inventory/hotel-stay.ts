import { addDays, type HotelCriteria, nightsBetween } from '#contracts';
import type { Places } from './places.ts';
import { defaultCurrency, weigh } from './rates.ts';
import type { Hotel } from './reference/index.ts';
import { openTerm, stayIdOf, type Term } from './term.ts';

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
export interface Stay extends Term {
  groups: readonly Group[];
  onRequest: boolean;
}

/** The hotels that criteria name, by destination or by id. */
export function hotelsFor(criteria: HotelCriteria, places: Places): readonly Hotel[] {
  if (!criteria.HotelIds) return places.hotelsOf(criteria.DestinationId ?? '');
  return [...new Set(criteria.HotelIds)].flatMap(id => places.hotel(id) ?? []);
}

/** Makes hotel criteria ready for pricing. */
export function readStay(criteria: HotelCriteria): Stay {
  const checkin = criteria.CheckinDate;
  const nights = criteria.NumNights ?? nightsBetween(checkin, criteria.CheckoutDate ?? checkin);
  const groups = groupRooms(criteria, nights);
  const term = openTerm({
    start: checkin,
    end: addDays(checkin, nights),
    days: nights,
    currency: criteria.Currency ?? defaultCurrency,
    stayIds: groups.map(group => group.stayId),
    lateShare: 'night',
  });
  return { ...term, groups, onRequest: criteria.ReturnOnRequestRooms === true };
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
        stayId: stayIdOf(key),
      });
  }
  return [...groups.values()];
}
