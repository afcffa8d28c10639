import type { OperationId } from '#contracts';
import type { Fetch } from '../control/control-client.ts';
import {
  carCriteria,
  createTripClient,
  isEasy,
  selectionOf,
  tourCriteria,
  transferCriteria,
  twoAdults,
} from '../trip-client.ts';

/** Returns valid requests for the products beside hotels. Each Token in them is valid for one call. */
export async function workingTrips(
  fetch: Fetch,
  BookingId: string,
): Promise<Partial<Record<OperationId, object>>> {
  const trips = createTripClient(fetch);
  const criteria = { car: carCriteria, transfer: transferCriteria, tour: tourCriteria };
  const bodies: Partial<Record<OperationId, object>> = {};
  for (const product of ['car', 'transfer', 'tour'] as const) {
    const [found, other] = [await trips.find(product), await trips.find(product)];
    const { Token } = await trips.validate(product, found);
    const offer = found.offers.find(isEasy);
    const selection = offer && selectionOf(offer);
    const booked = await trips.bookService(product, { change: { BookingId } });
    bodies[`${product}.search`] = { Criteria: criteria[product] };
    bodies[`${product}.getBookingConditions`] = { Token: other.Token, ...selection };
    bodies[`${product}.revalidateBookingConditions`] = { ReToken: other.ReToken, ...selection };
    bodies[`${product}.doBooking`] = { Token, BookingId: '0', ...selection, Paxs: twoAdults };
    bodies[`${product}.cancelByService`] = { BookingId, ServiceId: booked.Services[0]?.ServiceId };
  }
  return bodies;
}
