import type { MockSupplierOptions } from '#mock-server';
import { bookOnRequest, startSupplier } from '../hotel-client.ts';
/** Creates a supplier with one OnRequest booking, which is confirmed 20 minutes after its start at 10:00. */
export async function startOnRequest(options: MockSupplierOptions = {}) {
  const started = startSupplier(options);
  const { BookingId: bookingId } = await bookOnRequest(started.client);
  return { ...started, bookingId };
}
