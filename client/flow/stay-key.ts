import type { Order } from './booking-body.ts';

/**
 * What makes two wishes the same booking: the caller's own reference, where there is one, whatever a Search offers by then;
 * else what was chosen, when, and for whom (flow.3: hotel, room ids, check-in date and user).
 *
 * @example stayKey(order, 'demo') // '["demo","hotel","0","my-trip-1"]'
 */
export function stayKey({ wish, searched }: Pick<Order, 'wish' | 'searched'>, username: string): string {
  const { product, criteria, guests, attachTo = '0' } = wish;
  const own = referenceKey(wish, username);
  if (own !== undefined) return own;
  const main = guests.find(({ MainPax }) => MainPax) ?? guests[0];
  const who = `${main?.Name} ${main?.Surname}`;
  return JSON.stringify([username, product, attachTo, searched.offer.selection, dateOf(criteria), who]);
}

/** The key of a wish with a reference, which is known before anything is searched for. */
export function referenceKey(
  { product, attachTo = '0', reference }: Order['wish'],
  username: string,
): string | undefined {
  return reference === undefined ? undefined : JSON.stringify([username, product, attachTo, reference]);
}

function dateOf(criteria: Order['wish']['criteria']): string {
  if ('CheckinDate' in criteria) return criteria.CheckinDate;
  if ('InitialServiceDate' in criteria) return ''; // the date of a tour is chosen with it
  if ('ServiceDate' in criteria) return criteria.ServiceDate;
  return 'Date' in criteria.Pickup ? `${criteria.Pickup.Date}` : '';
}
