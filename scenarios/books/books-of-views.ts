import type { BookingView } from '#contracts/control';
import type { BookedService, Books } from './books.ts';

const cents = (value: number): number => Math.round(value * 100);

/**
 * Reads the books of a sandbox on a running server from the bookings in its control API. They do not have the criteria of the
 * Searches, so they can be judged without a task only.
 *
 * @param views the bookings of all pages
 * @example booksOfViews(await readBookings(`${control}/sandboxes/s1/bookings`, {})).services.length
 */
export function booksOfViews(views: readonly BookingView[]): Books {
  const oldestFirst = views.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return { services: oldestFirst.flatMap(view => view.services.map(service => bookedAs(view, service))) };
}

function bookedAs(
  { bookingId, owner, reference, createdAt, payments }: BookingView,
  service: BookingView['services'][number],
): BookedService {
  const { serviceId, product, item, units, start, end, guests, price, truth, penalties } = service;
  const names = guests.map(({ name, surname }) => `${name} ${surname}`.toLowerCase()).sort();
  return {
    bookingId,
    serviceId,
    reference,
    product,
    status: truth,
    start,
    end,
    parties: [],
    guests: [],
    bookedAt: Date.parse(createdAt),
    stay: JSON.stringify([owner, product, item, [...units].sort(), start, end, names]),
    cents: cents(price.value),
    priceCurrency: price.currency,
    policies: penalties.map(one => ({ start: one.start, end: one.end, cents: cents(one.amount.value) })),
    charges: payments
      .filter(payment => payment.serviceId === serviceId)
      .map(({ amount, status }) => ({ cents: cents(amount.value), status })),
  };
}
