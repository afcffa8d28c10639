// Books with nothing but the functions that a published generator makes of the OpenAPI document into ./client, as a
// program of a user would. .ci/run copies this folder to where it generates, compiles and runs it.
import { answerOf, Credential, first, present } from './answers.js';
import { client } from './client/client.gen.js';
import { cancelBooking, getBookingDetail } from './client/index.js';
import { type ProductSteps, products } from './products.js';
import { payForATour, readStaticData } from './static-and-payment.js';

/**
 * Reads static data, pays a booking, then books one of each product, looks it up, and cancels its service; then the same once more, cancelling the whole trip.
 *
 * @param wanted the products of the document
 * @throws Error for one that is not booked here, and for any answer other than what was asked for
 */
export async function bookEachProduct(baseUrl: string, wanted: readonly string[]): Promise<void> {
  client.setConfig({ baseUrl });
  await readStaticData();
  await payForATour();
  for (const product of wanted) {
    const steps = products[product];
    if (!steps)
      throw new Error(`the document has ${product}.search, and products.ts does not book it; add it`);
    await bookAndCancel(product, steps);
  }
}

async function bookAndCancel(product: string, { book, cancel }: ProductSteps): Promise<void> {
  const [one, other] = [await book(), await book()];
  const ServiceId = await serviceOf(one, `${product} CONFIRMED`);
  await serviceOf(other, `${product} CONFIRMED`);
  answerOf(await cancel({ body: { Credential, BookingId: one, ServiceId } }));
  answerOf(await cancelBooking({ body: { Credential, BookingId: other } }));
  await serviceOf(one, `${product} Cancelled`);
  await serviceOf(other, `${product} Cancelled`);
}

/** The id of the only service of a booking, which has to be of a product and in a status. */
async function serviceOf(BookingId: string, expected: string): Promise<string> {
  const { Booking } = answerOf(await getBookingDetail({ body: { Credential, BookingId } }));
  const { ServiceId, ServiceType, bookingStatus } = first(present(Booking, 'Booking').Services);
  const found = `${ServiceType} ${bookingStatus}`;
  if (found !== expected) throw new Error(`booking ${BookingId} is ${found}, not ${expected}`);
  return ServiceId;
}
