import { answerOf, Credential, first, present } from './answers.js';
import * as api from './client/index.js';

const access = { path: { token: 'demo-static-token' }, query: { managerId: 1 } };

/** Finds a place by the beginning of its name, and looks up its airport and one of its hotels. */
export async function readStaticData(): Promise<void> {
  const { data: places } = await api.autocomplete({ ...access, path: { ...access.path, term: 'salv' } });
  const city = first(present(places, 'list of places'));
  const { data: airport } = await api.airportDetail({
    ...access,
    path: { ...access.path, airportCode: 'SSA' },
  });
  const { data: hotel } = await api.hotelDetail({ ...access, path: { ...access.path, hotelId: 1_003_001 } });
  const found = [city.destinationId, airport?.destinationId, hotel?.destination?.id].join();
  if (found !== '1003,1003,1003') throw new Error(`Salvador is 1003, but static data says ${found}`);
}

/** Books a prepaid tour and pays for it by card. */
export async function payForATour(): Promise<void> {
  const Criteria = {
    DestinationId: '1003',
    InitialServiceDate: '2027-03-10',
    FinalServiceDate: '2027-03-12',
    NumberOfAdults: 1,
  };
  const found = answerOf(await api.tourSearch({ body: { Credential, Criteria } }));
  const { TourId, AvailableDates } = first(found.Tours.filter(tour => tour.IsPrePayment));
  const body = { Credential, Token: found.Token, TourId, ServiceDate: first(AvailableDates) };
  const conditions = answerOf(await api.tourGetBookingConditions({ body }));
  const Paxs = [{ Name: 'Ana', Surname: 'Souza', Age: 34 }];
  const order = { ...body, Token: present(conditions.Token, 'Token'), BookingId: '0', Paxs };
  const { BookingId } = answerOf(await api.tourDoBooking({ body: order }));
  const { PaymentConditionId } = first(present(conditions.PaymentConditions, 'PaymentConditions'));
  const payment = { Credential, BookingId, PaymentConditionId, PaymentRequestCC1 };
  const { PaymentStatus, bookingStatus } = answerOf(await api.payBooking({ body: payment }));
  if (PaymentStatus !== 'Approved' || bookingStatus !== 'CONFIRMED')
    throw new Error(`booking ${BookingId} is ${bookingStatus}, its payment ${PaymentStatus}`);
}

const PaymentRequestCC1 = {
  ContractingParty: {
    Address: 'Rua das Laranjeiras 10',
    CPF: '529.982.247-25',
    CityName: 'Salvador',
    CountryCode: 'BR',
    Email: 'ana@example.com',
    PersonName: 'Ana Souza',
    PhoneDDD: '71',
    PhoneNumber: '999990000',
  },
  CreditCard: {
    Holder: 'ANA SOUZA',
    CardNumber: '4111111111111111',
    MonthExpiration: '12',
    YearExpiration: '2030',
    SecurityCode: '123',
    NumberPayments: 1,
  },
};
