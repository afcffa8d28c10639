import { operations } from '#contracts';
import type { MockSupplierOptions } from '#mock-server';
import { bookingBody, type Conditions, startSupplier } from '../hotel-client.ts';

export const withCredential = (body: object): string =>
  JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, ...body });

export const doBookingPath = operations['hotel.doBooking'].path;

export async function stage(options: MockSupplierOptions = {}) {
  const { supplier, sandbox, client } = startSupplier({ options: { rateLimit: false }, ...options });
  const conditions = await client.conditions();
  return {
    supplier,
    sandbox,
    client,
    conditions,
    body: withCredential(bookingBody(conditions)),
    book: (given: Conditions = conditions, signal?: AbortSignal) =>
      supplier.fetch(`http://supplier.test${doBookingPath}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: withCredential(bookingBody(given)),
        ...(signal && { signal }),
      }),
    bookings: () => sandbox.store.bookingCount,
    last: () => sandbox.journal.read().at(-1)?.facts,
  };
}
