// Books like a user's program, with only the functions that a published generator creates from the OpenAPI document in ./client.
// .ci/run copies this folder, and generates, compiles and runs the client there.
import { answerOf, Credential, first, present } from './answers.js';
import { client } from './client/client.gen.js';
import { cancelBooking, getBookingDetail } from './client/index.js';
import { type ProductSteps, products } from './products.js';
import { payForATour, readStaticData } from './static-and-payment.js';

/**
 * Reads static data and pays a booking. Then it books two of each product, looks them up, and cancels the service of one and the
 * whole trip of the other.
 *
 * @param wanted the products that the document has
 * @throws Error for a product without code in products.ts, and for any unexpected answer
 */
export async function bookEachProduct(baseUrl: string, wanted: readonly string[]): Promise<void> {
  client.setConfig({ baseUrl });
  await readStaticData();
  await payForATour();
  for (const product of wanted) {
    const steps = products[product];
    if (!steps)
      throw new Error(`The document has ${product}.search, but products.ts does not book it. Add it there.`);
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

/** Returns the id of the first service of a booking. Throws an Error when its product or status is not the expected one. */
async function serviceOf(BookingId: string, expected: string): Promise<string> {
  const { Booking } = answerOf(await getBookingDetail({ body: { Credential, BookingId } }));
  const { ServiceId, ServiceType, bookingStatus } = first(present(Booking, 'Booking').Services);
  const found = `${ServiceType} ${bookingStatus}`;
  if (found !== expected) throw new Error(`booking ${BookingId} is ${found}, not ${expected}`);
  return ServiceId;
}
