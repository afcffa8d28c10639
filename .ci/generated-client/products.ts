import { answerOf, Credential, first, present, type Result, simplest } from './answers.js';
import * as api from './client/index.js';

type Cancel = (options: {
  body: { Credential: typeof Credential; BookingId: string; ServiceId: string };
}) => Promise<Result<{ Errors: unknown[] }>>;

/** The calls of one product: `book` searches, books and returns the BookingId; `cancel` cancels a service. */
export interface ProductSteps {
  book: () => Promise<string>;
  cancel: Cancel;
}

export const products: Record<string, ProductSteps> = {
  hotel: { book: bookHotel, cancel: api.hotelCancelByService },
  car: { book: bookCar, cancel: api.carCancelByService },
  transfer: { book: bookTransfer, cancel: api.transferCancelByService },
  tour: { book: bookTour, cancel: api.tourCancelByService },
};

const airport = { LocationCode: 'SSA', LocationType: 'Airport' } as const;
const Paxs = [
  { Name: 'Ana', Surname: 'Souza', Age: 34 },
  { Name: 'Rui', Surname: 'Souza', Age: 36 },
];
const headers = () => ({ 'Idempotency-Key': crypto.randomUUID() });

async function bookHotel(): Promise<string> {
  const Criteria = {
    DestinationId: '1003',
    CheckinDate: '2027-03-10',
    CheckoutDate: '2027-03-12',
    SearchRooms: [{ NumAdults: 2 }],
    Nationality: 'BR',
  };
  const found = answerOf(await api.hotelSearch({ body: { Credential, Criteria } }));
  const { HotelId, Rooms } = first(found.Hotels);
  const { Id } = simplest(Rooms);
  const body = { Credential, Token: found.Token, HotelId, RoomIds: [Id] };
  const conditions = answerOf(await api.hotelGetBookingConditions({ body }));
  const booking = { ...body, Token: present(conditions.Token, 'Token'), BookingId: '0' };
  const order = { ...booking, Rooms: [{ RoomId: Id, Paxs }] };
  return answerOf(await api.hotelDoBooking({ body: order, headers: headers() })).BookingId;
}

async function bookCar(): Promise<string> {
  const Criteria = {
    Pickup: { ...airport, Date: '2027-03-10', Time: '15:00' },
    Dropoff: { ...airport, Date: '2027-03-12', Time: '13:00' },
  };
  const found = answerOf(await api.carSearch({ body: { Credential, Criteria } }));
  const body = { Credential, Token: found.Token, CarId: simplest(found.Cars).CarId };
  const conditions = answerOf(await api.carGetBookingConditions({ body }));
  const order = {
    ...body,
    Token: present(conditions.Token, 'Token'),
    BookingId: '0',
    Paxs: Paxs.slice(0, 1),
  };
  return answerOf(await api.carDoBooking({ body: order, headers: headers() })).BookingId;
}

async function bookTransfer(): Promise<string> {
  const Criteria = {
    Pickup: airport,
    Dropoff: { LocationCode: '1003001', LocationType: 'Hotel' as const },
    ServiceDate: '2027-03-10',
    Time: '15:30',
    NumberOfAdults: 2,
  };
  const found = answerOf(await api.transferSearch({ body: { Credential, Criteria } }));
  const body = { Credential, Token: found.Token, TransferId: simplest(found.Transfers).TransferId };
  const conditions = answerOf(await api.transferGetBookingConditions({ body }));
  const order = { ...body, Token: present(conditions.Token, 'Token'), BookingId: '0', Paxs };
  return answerOf(await api.transferDoBooking({ body: order, headers: headers() })).BookingId;
}

async function bookTour(): Promise<string> {
  const Criteria = {
    DestinationId: '1003',
    InitialServiceDate: '2027-03-10',
    FinalServiceDate: '2027-03-12',
    NumberOfAdults: 2,
  };
  const found = answerOf(await api.tourSearch({ body: { Credential, Criteria } }));
  const { TourId, AvailableDates } = simplest(found.Tours);
  const body = { Credential, Token: found.Token, TourId, ServiceDate: first(AvailableDates) };
  const conditions = answerOf(await api.tourGetBookingConditions({ body }));
  const order = { ...body, Token: present(conditions.Token, 'Token'), BookingId: '0', Paxs };
  return answerOf(await api.tourDoBooking({ body: order, headers: headers() })).BookingId;
}
