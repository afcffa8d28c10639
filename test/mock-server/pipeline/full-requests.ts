import { type OperationId, operationIds, operations, type RequestOf } from '#contracts';
import { testPayment } from '../hotel-client.ts';

/** The requests of an operation, with every field. */
type Full<T> = T extends readonly (infer Entry)[]
  ? Full<Entry>[]
  : T extends object
    ? { [K in keyof T]-?: Full<NonNullable<T[K]>> }
    : T;

type Bodies = { [Id in OperationId]: Omit<Full<RequestOf<Id>>, 'Credential' | 'token'> };

/** The operations with a request body, and the operations whose address holds the whole request. */
export const postIds = operationIds.filter(id => operations[id].method === 'POST');
export const getIds = operationIds.filter(id => operations[id].method === 'GET');

const person = { Name: 'Ana', Surname: 'Silva', Age: 34, MainPax: true, IsChild: false, Title: 'Mrs' };
const papers = { DocumentType: 'Passport', DocumentNumber: 'XY123456', Cpf: '529.982.247-25' };
const contact = { Email: 'ana@example.com', PhoneDDI: '55', PhoneDDD: '21', PhoneNumber: '999990000' };
const guest = { ...person, ...papers, ...contact, Nationality: 'BR', Residence: 'BR' };
const payment = testPayment({ PaymentConditionId: 'PC1-1', Description: '', Installments: 1 });
const selection = { HotelId: 1001001, RoomIds: ['room-1'] };

const [pickup, dropoff] = [
  { LocationCode: 'GIG', LocationType: 'Airport' as const },
  { LocationCode: '1001001', LocationType: 'Hotel' as const },
];
const time = { Time: '10:00', Hour: 10, Minutes: 0 };
const tokens = { Token: 'made-up', ReToken: 'made-up' };
const order = { Token: 'made-up', BookingId: '0', ExternalReference: 'trip-1', Payment: payment };
const booked = { ...order, Paxs: [guest] };
const tour = { TourId: '1001', ServiceDate: '2026-12-11' };
const service = { BookingId: '1234567890', ServiceId: '123456789001' };

/** A well-formed request of every operation with every field. Tokens and ids are synthetic. */
export const fullRequests: Bodies = {
  airportDetail: { airportCode: 'GIG', managerId: 1 },
  autocomplete: { term: 'copa', managerId: 1, product: 'hotel', quantity: 5 },
  hotelDetail: { hotelId: 1001001, managerId: 1 },
  'hotel.search': {
    Criteria: {
      DestinationId: '1001',
      HotelIds: [1001001],
      CheckinDate: '2026-12-10',
      CheckoutDate: '2026-12-12',
      NumNights: 2,
      SearchRooms: [{ NumAdults: 2, ChildAges: [7], Quantity: 1 }],
      Nationality: 'BR',
      MainPaxCountryCodeNationality: 'BR',
      Residence: 'BR',
      Currency: 'BRL',
      ReturnOnRequestRooms: true,
      ReturnHotelStaticData: true,
      Filters: { CheapestRoomOnly: true, MinPrice: 1, MaxPrice: 100_000, HidePackageRate: true },
      SearchType: 'Hotel',
      Timeout: 15,
    },
  },
  'hotel.getBookingConditions': { ...tokens, ...selection },
  'hotel.revalidateBookingConditions': { ...tokens, ...selection },
  'hotel.doBooking': {
    ...order,
    ...selection,
    Rooms: [{ RoomId: 'room-1', Paxs: [guest], Payment: payment }],
  },
  'hotel.cancelByService': service,
  'car.search': {
    Criteria: {
      Pickup: { ...pickup, Date: '2026-12-10', ...time },
      Dropoff: { ...dropoff, Date: '2026-12-12', ...time },
      SippCodes: ['EDMR'],
      DriverAge: 34,
      Currency: 'BRL',
    },
  },
  'car.getBookingConditions': { ...tokens, CarId: 'car-1' },
  'car.revalidateBookingConditions': { ...tokens, CarId: 'car-1' },
  'car.doBooking': { ...booked, CarId: 'car-1' },
  'car.cancelByService': service,
  'transfer.search': {
    Criteria: {
      Pickup: pickup,
      Dropoff: dropoff,
      ServiceDate: '2026-12-10',
      ...time,
      ServiceDateBack: '2026-12-12',
      TimeBack: '12:00',
      NumberOfAdults: 2,
      ChildrenAges: [7],
      ServiceLanguage: 'pt',
      Currency: 'BRL',
    },
  },
  'transfer.getBookingConditions': { ...tokens, TransferId: 'transfer-1' },
  'transfer.revalidateBookingConditions': { ...tokens, TransferId: 'transfer-1' },
  'transfer.doBooking': { ...booked, TransferId: 'transfer-1' },
  'transfer.cancelByService': service,
  'tour.search': {
    Criteria: {
      DestinationId: '1001',
      CityId: '1001',
      InitialServiceDate: '2026-12-10',
      FinalServiceDate: '2026-12-12',
      NumberOfAdults: 2,
      AdultAges: [34, 35],
      ChildAges: [7],
      ServiceLanguage: 'pt',
      Currency: 'BRL',
    },
  },
  'tour.getBookingConditions': { ...tokens, ...tour },
  'tour.revalidateBookingConditions': { ...tokens, ...tour },
  'tour.doBooking': { ...booked, ...tour },
  'tour.cancelByService': service,
  cancelBooking: { BookingId: '1234567890', ServiceType: 'hotel' },
  getBooking: { BookingId: '1234567890', ExternalReference: 'trip-1' },
  getBookingDetail: { BookingId: '1234567890' },
  payBooking: { BookingId: '1234567890', ...payment },
  getBookingList: {
    SearchBookingCriteria: {
      BookingNumber: ['1234567890'],
      CheckinDateFrom: '2026-12-01',
      CheckinDateTo: '2026-12-31',
      UpdatedFrom: '2026-11-01 00:00:00',
      UpdatedTo: '2026-11-30 23:59:59',
      ExternalReference: 'trip-1',
      BookingStatus: ['CONFIRMED'],
      ServiceTypes: ['hotel'],
      InitialServiceDate: '2026-12-01',
      FinalServiceDate: '2026-12-31',
      InitialBookingDate: '2026-11-01',
      FinalBookingDate: '2026-11-30',
      PassengerName: 'Silva',
      InitialUpdateDate: '2026-11-01',
      FinalUpdateDate: '2026-11-30 23:59:59',
      CancelationDateStart: '2026-11-01',
      CancelationDateEnd: '2026-11-30',
      PaymentDeadlineStart: '2026-12-01',
      PaymentDeadlineEnd: '2026-12-31',
      SupplierLoc: 'HCN1234567',
    },
  },
};
