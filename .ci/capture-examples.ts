import {
  type BookingPayment,
  type OperationId,
  operations,
  type PaymentCondition,
  type RequestOf,
  type ResponseOf,
  writeAddress,
} from '#contracts';
import { type Example, exampleDay } from '#contracts/openapi';
import { asObject } from '#contracts/util';
import { createMockSupplier } from '#mock-server';

const start = Date.parse(`${exampleDay}T10:00:00Z`);
const HotelId = 1_003_001;
const place = { LocationCode: 'SSA', LocationType: 'Airport' } as const;
const criteria = {
  hotel: {
    HotelIds: [HotelId],
    CheckinDate: '2027-03-10',
    CheckoutDate: '2027-03-12',
    SearchRooms: [{ NumAdults: 1, ChildAges: [7] }],
    Nationality: 'BR',
  },
  car: {
    Pickup: { ...place, Date: '2027-03-10', Time: '15:00' },
    Dropoff: { ...place, Date: '2027-03-12', Time: '13:00' },
    SippCodes: ['EDMR'],
  },
  transfer: {
    Pickup: place,
    Dropoff: { LocationCode: String(HotelId), LocationType: 'Hotel' },
    ServiceDate: '2027-03-10',
    Time: '15:30',
    NumberOfAdults: 1,
    ChildrenAges: [7],
  },
  tour: {
    DestinationId: '1003',
    InitialServiceDate: '2027-03-10',
    FinalServiceDate: '2027-03-12',
    NumberOfAdults: 1,
    ChildAges: [7],
  },
} as const;
const guests = [
  { Name: 'Ana', Surname: 'Souza', Age: 34, MainPax: true, Email: 'ana@example.com' },
  { Name: 'Rui', Surname: 'Souza', Age: 7 },
];

type Call = ReturnType<typeof createCaller>['call'];

const payer = {
  Address: 'Rua das Laranjeiras 10',
  CPF: '529.982.247-25',
  CityName: 'Rio de Janeiro',
  CountryCode: 'BR',
  Email: 'ana@example.com',
  PersonName: 'Ana Souza',
  PhoneDDD: '21',
  PhoneNumber: '999990000',
};
const card = {
  Holder: 'ANA SOUZA',
  CardNumber: '4111111111111111',
  MonthExpiration: '12',
  YearExpiration: '2099',
  SecurityCode: '123',
};

/** Returns a card payment under the first offered condition. */
function paymentOf([first]: readonly PaymentCondition[] = []): BookingPayment {
  const { PaymentConditionId = '', Installments: NumberPayments = 1 } = first ?? {};
  return {
    PaymentConditionId,
    PaymentRequestCC1: { ContractingParty: payer, CreditCard: { ...card, NumberPayments } },
  };
}

/** A recorded call, with the field names of the contract. */
export interface CapturedCall extends Example {
  readonly operation: OperationId;
}

/** Returns the first call of each operation, as an example for the OpenAPI document. */
export function examplesOf(calls: readonly CapturedCall[]): Record<string, Example> {
  const examples: Record<string, Example> = {};
  for (const { operation, request, answer } of calls)
    examples[operation] ??= { request, answer: shortened(answer) };
  return examples;
}

/**
 * Books and cancels a trip at a stand-in, and returns at least one call of every operation in their order.
 * Seed and clock are fixed, so the calls are the same every time.
 *
 * @throws Error when a call does not succeed, or an operation has no call here
 */
export async function captureCalls(): Promise<CapturedCall[]> {
  const { call, calls } = createCaller();
  await call('airportDetail', { airportCode: 'SSA' });
  await call('autocomplete', { term: 'salvador', product: 'tour' });
  await call('hotelDetail', { hotelId: HotelId });
  const BookingId = await captureHotel(call);
  await captureCar(call, BookingId);
  await captureTransfer(call, BookingId);
  await captureTour(call, BookingId);
  await call('cancelBooking', { BookingId });
  return complete(calls);
}

/** Books a room, looks the booking up in every way, cancels a second one and pays a third. */
async function captureHotel(call: Call): Promise<string> {
  const found = await call('hotel.search', { Criteria: mutable(criteria.hotel) });
  const rooms = found.Hotels.flatMap(hotel => hotel.Rooms);
  const RoomIds = rooms.map(room => room.Id).slice(0, 1);
  const selection = { HotelId, RoomIds };
  const booking = (Token = '', ExternalReference: string, roomIds = RoomIds) => {
    const Rooms = roomIds.map(RoomId => ({ RoomId, Paxs: guests }));
    return { Token, BookingId: '0', HotelId, Rooms, ExternalReference };
  };
  const conditions = await call('hotel.getBookingConditions', { Token: found.Token, ...selection });
  const { BookingId } = await call('hotel.doBooking', booking(conditions.Token, 'trip-42'));
  await call('getBooking', { ExternalReference: 'trip-42' });
  await call('getBookingDetail', { BookingId });
  const month = { CheckinDateFrom: '2027-03-01', CheckinDateTo: '2027-03-31' };
  await call('getBookingList', { SearchBookingCriteria: { BookingNumber: [], ...month } });
  const again = await call('hotel.revalidateBookingConditions', { ReToken: found.ReToken, ...selection });
  const next = await call('hotel.doBooking', booking(again.Token, 'trip-43'));
  await call('hotel.cancelByService', serviceOf(next));

  const prepaid = rooms.filter(room => room.IsPrePayment).map(room => room.Id);
  const held = { HotelId, RoomIds: prepaid };
  const offered = await call('hotel.revalidateBookingConditions', { ReToken: found.ReToken, ...held });
  const waiting = await call('hotel.doBooking', booking(offered.Token, 'trip-44', prepaid));
  await call('payBooking', { BookingId: waiting.BookingId, ...paymentOf(offered.PaymentConditions) });
  return BookingId;
}

async function captureCar(call: Call, BookingId: string): Promise<void> {
  const { Token, ReToken, Cars } = await call('car.search', { Criteria: mutable(criteria.car) });
  const selection = { CarId: Cars[0]?.CarId ?? '' };
  await call('car.getBookingConditions', { Token, ...selection });
  const again = await call('car.revalidateBookingConditions', { ReToken, ...selection });
  const booking = { Token: again.Token ?? '', BookingId, ...selection, Paxs: guests };
  await call('car.cancelByService', serviceOf(await call('car.doBooking', booking)));
}

async function captureTransfer(call: Call, BookingId: string): Promise<void> {
  const { Token, ReToken, Transfers } = await call('transfer.search', {
    Criteria: mutable(criteria.transfer),
  });
  const selection = { TransferId: Transfers[0]?.TransferId ?? '' };
  await call('transfer.getBookingConditions', { Token, ...selection });
  const again = await call('transfer.revalidateBookingConditions', { ReToken, ...selection });
  const booking = { Token: again.Token ?? '', BookingId, ...selection, Paxs: guests };
  await call('transfer.cancelByService', serviceOf(await call('transfer.doBooking', booking)));
}

async function captureTour(call: Call, BookingId: string): Promise<void> {
  const { Token, ReToken, Tours } = await call('tour.search', { Criteria: mutable(criteria.tour) });
  const selection = { TourId: Tours[0]?.TourId ?? '', ServiceDate: Tours[0]?.AvailableDates[1] ?? '' };
  await call('tour.getBookingConditions', { Token, ...selection });
  const again = await call('tour.revalidateBookingConditions', { ReToken, ...selection });
  const booking = { Token: again.Token ?? '', BookingId, ...selection, Paxs: guests };
  await call('tour.cancelByService', serviceOf(await call('tour.doBooking', booking)));
}

const serviceOf = ({ BookingId, Services }: ResponseOf<'hotel.doBooking'>) => ({
  BookingId,
  ServiceId: Services[0]?.ServiceId ?? '',
});

type Mutable<T> = { -readonly [K in keyof T]: Mutable<T[K]> };
/** Returns a copy without `readonly`, because requests are mutable. */
const mutable = <T>(value: T) => structuredClone(value) as Mutable<T>; // a copy shares no objects with the original

/** Creates a stand-in, and a function that calls it and records the calls. */
function createCaller() {
  const supplier = createMockSupplier({ clock: { mode: 'manual', start } });
  const calls: CapturedCall[] = [];
  const body = { Credential: { Username: 'demo', Password: 'demo' } };
  const address = { token: 'demo-static-token', managerId: 1 };
  async function call<Id extends OperationId>(
    id: Id,
    fields: Omit<RequestOf<Id>, keyof typeof body | keyof typeof address>,
  ): Promise<ResponseOf<Id>> {
    const { method, path } = operations[id];
    const isRead = method === 'GET';
    const request = isRead ? { ...fields, ...address } : { ...body, ...fields };
    const response = await supplier.fetch(
      `http://supplier.test${isRead ? writeAddress(path, request) : path}`,
      isRead ? {} : { method, body: JSON.stringify(request) },
    );
    const answer = await response.json();
    if (response.status !== 200 || answer.Errors?.length > 0) {
      throw new Error(
        `The example of ${id} failed with ${response.status}: ${JSON.stringify(answer.Errors)}`,
      );
    }
    calls.push({ operation: id, request, answer });
    return answer;
  }
  return { call, calls };
}

const offersShown = 2;

/** Returns an answer with its first offers only: offers are alike, and all of them would fill the document. */
function shortened(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, offersShown);
  const cut = Object.entries(asObject(answer)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, offersShown) : value,
  ]);
  return Object.fromEntries(cut);
}

function complete(calls: CapturedCall[]): CapturedCall[] {
  const missing = Object.keys(operations).filter(id => !calls.some(({ operation }) => operation === id));
  if (missing.length === 0) return calls;
  throw new Error(`There is no example of ${missing.join(', ')}. Add a call to .ci/capture-examples.ts.`);
}
