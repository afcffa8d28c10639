import type { Order } from './booking-body.ts';

type Chosen = Pick<Order, 'wish' | 'searched'>;

/**
 * What makes two wishes the same booking: the caller's own reference, where there is one, whatever a Search offers by then;
 * else all that was wanted, what was chosen, and everybody it is for.
 *
 * @example stayKey(order, 'demo') // '["demo","hotel","0","my-trip-1"]'
 */
export function stayKey({ wish, searched }: Chosen, username: string): string {
  const own = referenceKey(wish, username);
  if (own !== undefined) return own;
  const { product, criteria, guests, attachTo = '0' } = wish;
  const who = guests.map(({ Name, Surname, Age }) => [Name, Surname, Age]);
  return JSON.stringify([username, product, attachTo, searched.offer.selection, inOrder(criteria), who]);
}

/** The key of a wish with a reference, which is known before anything is searched for. */
export function referenceKey(
  { product, attachTo = '0', reference }: Order['wish'],
  username: string,
): string | undefined {
  return reference === undefined ? undefined : JSON.stringify([username, product, attachTo, reference]);
}

/**
 * What one booking at a time is made for, whoever else comes along: hotel and rooms (or what else was chosen), the first date
 * and the user (flow.3).
 */
export function lockKey({ wish: { product, criteria }, searched }: Chosen, username: string): string {
  return JSON.stringify([username, product, searched.offer.selection, dateOf(criteria)]);
}

/** The same whatever order its fields were written in. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, held]) => [name, inOrder(held)]);
}

function dateOf(criteria: Order['wish']['criteria']): string {
  if ('CheckinDate' in criteria) return criteria.CheckinDate;
  if ('InitialServiceDate' in criteria) return ''; // the date of a tour is chosen with it
  if ('ServiceDate' in criteria) return criteria.ServiceDate;
  return 'Date' in criteria.Pickup ? `${criteria.Pickup.Date}` : '';
}
