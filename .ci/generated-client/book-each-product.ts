// Books with nothing but the functions that a published generator makes of the OpenAPI document into ./client, as a
// program of a user would. .ci/run copies this folder to where it generates, compiles and runs it.
import { client } from './client/client.gen.js';
import {
  cancelBooking,
  getBookingDetail,
  hotelCancelByService,
  hotelDoBooking,
  hotelGetBookingConditions,
  hotelSearch,
} from './client/index.js';

type Result<Answer> = { data?: Answer | undefined; error?: unknown };
type Cancel = (options: {
  body: { Credential: typeof Credential; BookingId: string; ServiceId: string };
}) => Promise<Result<{ bookingStatus: string; Errors: unknown[] }>>;

const Credential = { Username: 'demo', Password: 'demo' };
const Paxs = [
  { Name: 'Ana', Surname: 'Souza', Age: 34 },
  { Name: 'Rui', Surname: 'Souza', Age: 36 },
];

/** How each product is searched for and booked, up to its BookingId, and how a service of it is cancelled. */
const products: Record<string, { book: () => Promise<string>; cancel: Cancel }> = {
  hotel: { book: bookHotel, cancel: hotelCancelByService },
};

async function bookHotel(): Promise<string> {
  const Criteria = {
    DestinationId: '1003',
    CheckinDate: '2027-03-10',
    CheckoutDate: '2027-03-12',
    SearchRooms: [{ NumAdults: 2 }],
    Nationality: 'BR',
  };
  const found = answerOf(await hotelSearch({ body: { Credential, Criteria } }));
  const { HotelId, Rooms } = first(found.Hotels);
  const { Id } = first(Rooms.filter(({ CanPayLater, IsPrePayment }) => CanPayLater && !IsPrePayment));
  const selection = { HotelId, RoomIds: [Id] };
  const body = { Credential, Token: found.Token, ...selection };
  const conditions = answerOf(await hotelGetBookingConditions({ body }));
  const Token = present(conditions.Token, 'Token');

  const booked = await hotelDoBooking({
    body: { Credential, Token, BookingId: '0', ...selection, Rooms: [{ RoomId: Id, Paxs }] },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  return answerOf(booked).BookingId;
}

/**
 * Books one of each product, looks it up, cancels its service and sees that it is cancelled.
 *
 * @param wanted the products of the document
 * @throws Error for one that is not booked here, and for any answer other than what was asked for
 */
export async function bookEachProduct(baseUrl: string, wanted: readonly string[]): Promise<void> {
  client.setConfig({ baseUrl });
  for (const product of wanted) {
    const steps = products[product];
    if (!steps)
      throw new Error(`the document has ${product}.search, but ${product} is not booked here; add it`);
    const BookingId = await steps.book();
    const { ServiceId } = await serviceOf(BookingId, product, 'CONFIRMED');
    answerOf(await steps.cancel({ body: { Credential, BookingId, ServiceId } }));
    await serviceOf(BookingId, product, 'Cancelled');
  }
  const trip = await bookHotel();
  answerOf(await cancelBooking({ body: { Credential, BookingId: trip } }));
  await serviceOf(trip, 'hotel', 'Cancelled');
}

/** The only service of a booking, which has to be of a product and in a status. */
async function serviceOf(BookingId: string, product: string, status: string): Promise<{ ServiceId: string }> {
  const { Booking } = answerOf(await getBookingDetail({ body: { Credential, BookingId } }));
  const service = first(Booking?.Services ?? []);
  if (service.ServiceType === product && service.bookingStatus === status) return service;
  throw new Error(
    `booking ${BookingId} is a ${service.ServiceType} and ${service.bookingStatus}, not a ${product} and ${status}`,
  );
}

function answerOf<Answer extends { Errors: unknown[] }>({ data, error }: Result<Answer>): Answer {
  if (!data || data.Errors.length > 0) throw new Error(`refused: ${JSON.stringify(error ?? data?.Errors)}`);
  return data;
}

function first<Entry>(list: readonly Entry[]): Entry {
  return present(list[0], 'offer or service');
}

function present<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`an answer has no ${name}`);
  return value;
}
