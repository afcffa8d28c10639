import type { Order } from './booking-body.ts';

/**
 * What makes two wishes the same booking: user, product, what was chosen, when, the first guest, the trip, and the caller's
 * own reference (flow.3: hotel, room ids, check-in date and user).
 *
 * @example stayKey(order, 'demo') // '["demo","hotel",{"HotelId":…},"2026-12-10","Ana Silva","0",""]'
 */
export function stayKey({ wish, searched }: Pick<Order, 'wish' | 'searched'>, username: string): string {
  const { product, criteria, guests, attachTo = '0', reference = '' } = wish;
  const main = guests.find(({ MainPax }) => MainPax) ?? guests[0];
  const when = dateOf(criteria);
  return JSON.stringify([
    username,
    product,
    searched.offer.selection,
    when,
    `${main?.Name} ${main?.Surname}`,
    attachTo,
    reference,
  ]);
}

function dateOf(criteria: Order['wish']['criteria']): string {
  if ('CheckinDate' in criteria) return criteria.CheckinDate;
  if ('InitialServiceDate' in criteria) return ''; // the date of a tour is chosen with it
  if ('ServiceDate' in criteria) return criteria.ServiceDate;
  return 'Date' in criteria.Pickup ? `${criteria.Pickup.Date}` : '';
}
