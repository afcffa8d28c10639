import { type OperationId, operations, type RequestOf, type ResponseOf } from '#contracts';
import { type Example, exampleDay } from '#contracts/openapi';
import { createMockSupplier } from '#mock-server';

const start = Date.parse(`${exampleDay}T10:00:00Z`);
const HotelId = 1_003_001;
const criteria = {
  HotelIds: [HotelId],
  CheckinDate: '2027-03-10',
  CheckoutDate: '2027-03-12',
  SearchRooms: [{ NumAdults: 1, ChildAges: [7] }],
  Nationality: 'BR',
};
const guests = [
  { Name: 'Ana', Surname: 'Souza', Age: 34, MainPax: true, Email: 'ana@example.com' },
  { Name: 'Rui', Surname: 'Souza', Age: 7 },
];

/**
 * One call of every operation for the OpenAPI document, from rooms booked and cancelled against the stand-in itself:
 * always the same, because its seed and its clock are.
 *
 * @throws Error when a call does not succeed, or an operation has no call here
 */
export async function captureExamples(): Promise<Record<string, Example>> {
  const { call, examples } = createCaller();
  const found = await call('hotel.search', { Criteria: criteria });
  const RoomIds = found.Hotels.flatMap(hotel => hotel.Rooms.map(room => room.Id)).slice(0, 1);
  const selection = { HotelId, RoomIds };
  const booking = (Token = '', ExternalReference: string) => {
    const Rooms = RoomIds.map(RoomId => ({ RoomId, Paxs: guests }));
    return { Token, BookingId: '0', HotelId, Rooms, ExternalReference };
  };

  const conditions = await call('hotel.getBookingConditions', { Token: found.Token, ...selection });
  const { BookingId, Services } = await call('hotel.doBooking', booking(conditions.Token, 'trip-42'));
  await call('getBooking', { ExternalReference: 'trip-42' });
  await call('getBookingDetail', { BookingId });
  const month = { CheckinDateFrom: '2027-03-01', CheckinDateTo: '2027-03-31' };
  await call('getBookingList', { SearchBookingCriteria: { BookingNumber: [], ...month } });
  await call('hotel.cancelByService', { BookingId, ServiceId: Services[0]?.ServiceId ?? '' });

  const again = await call('hotel.revalidateBookingConditions', { ReToken: found.ReToken, ...selection });
  const next = await call('hotel.doBooking', booking(again.Token, 'trip-43'));
  await call('cancelBooking', { BookingId: next.BookingId });
  return complete(examples);
}

/** Calls a new stand-in, and keeps the first call of each operation. */
function createCaller() {
  const supplier = createMockSupplier({ clock: { mode: 'manual', start } });
  const examples: Record<string, Example> = {};
  const Credential = { Username: 'demo', Password: 'demo' };
  async function call<Id extends OperationId>(
    id: Id,
    fields: Omit<RequestOf<Id>, 'Credential'>,
  ): Promise<ResponseOf<Id>> {
    const { method, path } = operations[id];
    const request = { Credential, ...fields };
    const response = await supplier.fetch(`http://supplier.test${path}`, {
      method,
      body: JSON.stringify(request),
    });
    const answer = await response.json();
    if (response.status !== 200 || answer.Errors.length > 0) {
      throw new Error(`example of ${id}: ${response.status} ${JSON.stringify(answer.Errors)}`);
    }
    examples[id] ??= { request, answer };
    return answer;
  }
  return { call, examples };
}

function complete(examples: Record<string, Example>): Record<string, Example> {
  const missing = Object.keys(operations).filter(id => !(id in examples));
  if (missing.length === 0) return examples;
  throw new Error(`no example of ${missing.join(', ')}: call it in .ci/capture-examples.ts`);
}
