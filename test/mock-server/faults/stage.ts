import { operations } from '#contracts';
import type { MockSupplierOptions } from '#mock-server';
import { bookingBody, startSupplier } from '../hotel-client.ts';
import { until } from './raw-call.ts';

export const withCredential = (body: object): string =>
  JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, ...body });

export const doBookingPath = operations['hotel.doBooking'].path;

export async function stage(options: MockSupplierOptions = {}) {
  const started = startSupplier({ options: { rateLimit: false }, ...options });
  const { supplier, client, clock, faults, journal, store } = started;
  const conditions = await client.conditions();
  const body = withCredential(bookingBody(conditions));
  const headers = { 'content-type': 'application/json' };
  const book = (signal?: AbortSignal) =>
    supplier.fetch(`http://supplier.test${doBookingPath}`, {
      method: 'POST',
      headers,
      body,
      ...(signal && { signal }),
    });
  return {
    ...started,
    conditions,
    body,
    book,
    /** Starts a DoBooking, and waits until a fault holds it. */
    async hold(signal?: AbortSignal) {
      const answer = book(signal);
      await until(() => clock.waits().length > 0);
      return { answer };
    },
    arm: (...given: string[]) => faults.arm(...given.map(fault => `hotel.doBooking:${fault}`)),
    bookings: () => store.bookingCount,
    last: () => journal.read().at(-1)?.facts,
  };
}
