import { describe, expect, it } from 'vitest';
import { applyProfile, operations } from '#contracts';
import { createOpenApi } from '#contracts/openapi';
import type { JsonObject } from '#contracts/util';
import { classicProfile, startClassic } from './classic.ts';

// Each test sends what one kind of public client sends, from its first call to its last.

const [checkin, checkout] = ['2026-12-10', '2026-12-12'];
const api = '/API/REST';
const nulls = (...names: string[]): JsonObject => Object.fromEntries(names.map(name => [name, null]));

/** Starts a server. `ask` posts a body, and returns the body of the answer, which must be good. */
function start() {
  const { client, must, supplier } = startClassic();
  const ask = (path: string, body: object) => must(client.post(path, body as JsonObject)); // any object
  /** Reads the conditions of chosen rooms, and books them for some guests in each room. */
  async function bookRooms(search: { Token: string }, HotelId: number, RoomIds: number[], Paxs: object[]) {
    const chosen = { HotelId, RoomIds };
    const conditions = await ask(`${api}/Hotel.svc/GetBookingConditions`, { Token: search.Token, ...chosen });
    const Rooms = RoomIds.map(RoomId => ({ RoomId, Paxs }));
    const booked = await ask(`${api}/Hotel.svc/DoBooking`, { Token: conditions.Token, ...chosen, Rooms });
    return { conditions, booked };
  }
  return { client, supplier, ask, bookRooms };
}

describe('the forms of a hotel site', () => {
  it('search, read the conditions, book with nulls, and cancel by service', async () => {
    const { ask } = start();
    const Criteria = {
      DestinationId: '1001',
      CheckinDate: checkin,
      NumNights: '2',
      MainPaxCountryCodeNationality: 'BR',
      SearchRooms: [{ NumAdults: '2', Quantity: 1 }],
      SearchType: 'Hotel',
      ReturnHotelStaticData: true,
      Filters: { CheapestRoomOnly: true, HidePackageRate: true },
    };
    const search = await ask(`${api}/hotel.svc/Search`, { Criteria });
    const [{ HotelId, Rooms }] = search.Hotels;
    const [room] = Rooms;
    expect(room.Id).toBeTypeOf('number');
    const chosen = { HotelId: String(HotelId), RoomIds: String(room.Id) };
    const conditions = await ask(`${api}/hotel.svc/GetBookingConditions`, { Token: search.Token, ...chosen });
    const { Token, CancellationPolicies: policies } = conditions;
    expect(policies[0].Value).toEqual({ Value: expect.any(Number), Currency: 'BRL' });
    // The form has no field for most values, and sends null in their place.
    const party = ['Address', 'CPF', 'CityName', 'CountryCode', 'Email', 'PersonName', 'PhoneNumber'];
    const card = ['CardNumber', 'Holder', 'MonthExpiration', 'NumberPayments', 'SecurityCode'];
    const request = { ContractingParty: nulls(...party, 'PhoneNumberDDD'), CreditCard: nulls(...card) };
    const Payment = { PaymentConditionId: null, PaymentRequestCC1: request };
    const guest = { Surname: 'Souza', ...nulls('Title', 'Age', 'MainPax', 'isChild') };
    const Paxs = ['Ana', 'Rui'].map(Name => ({ Name, ...guest }));
    const order = { Token, BookingId: '0', HotelId: chosen.HotelId };
    const room1 = { RoomId: chosen.RoomIds, Paxs, Payment };
    const booked = await ask(`${api}/Hotel.svc/DoBooking`, { ...order, Rooms: [room1] });
    const [service] = booked.Services;
    const stay = { CheckIn: checkin, CheckOut: checkout, TotalPrice: { Currency: 'BRL' } };
    expect(service).toMatchObject({ ServiceId: expect.any(Number), ...stay });
    const cancelled = await ask('/ws/Rest/Hotel.svc/Cancel', { ServiceId: service.ServiceId });
    expect(cancelled).toMatchObject({ BookingId: booked.BookingId, Status: 'Cancelled' });
  });

  it('show the message of an error, which is one object', async () => {
    const request = { Token: 'unknown', HotelId: 1001001, RoomIds: [1] };
    const { status, body } = await start().client.post(`${api}/Hotel.svc/GetBookingConditions`, request);
    const error = { Code: 'TokenUnknown', Message: expect.any(String), Field: 'Token' };
    expect([status, body]).toEqual([400, { Error: error }]);
  });
});

it('the car form of a booking site books by the number of the offer with a driver and no BookingId, and cancels by service', async () => {
  const { ask } = start();
  const service = '/ws/Rest/RentACar.svc';
  const point = { Hour: 12, Minutes: 0, LocationCode: 'GIG', LocationType: 'Airport' };
  const Criteria = { Pickup: { ...point, Date: checkin }, Dropoff: { ...point, Date: checkout } };
  const search = await ask(`${service}/Search`, { Criteria });
  const [car] = search.Cars;
  expect(car).toMatchObject({
    ResponseId: expect.any(Number),
    IsAvailable: true,
    Images: [expect.any(String)],
    PickUpLocationDetail: { Address: expect.any(String) },
    DropOffLocationDetail: { Address: expect.any(String) },
    Features: [{ EnglishDescription: expect.any(String) }, {}],
    PriceInformation: { TotalPrice: { Value: expect.any(Number), Currency: 'BRL' } },
  });
  const CarId = car.ResponseId;
  const { Token, Car } = await ask(`${service}/GetPaymentPolicies`, { Token: search.Token, CarId });
  const { TotalPrice } = car.PriceInformation;
  expect(Car).toEqual({
    PriceInformation: {
      TotalPrice,
      PrePayment: TotalPrice,
      PaymentAtDestination: { Value: 0, Currency: 'BRL' },
    },
    CancellationPolicies: expect.arrayContaining([
      expect.objectContaining({ Value: { Value: expect.any(Number), Currency: 'BRL' } }),
    ]),
    Rental: { RentalName: expect.any(String) },
  });
  const Driver = { Name: 'Ana', Surname: 'Souza', Age: 25, Cpf: '40028922080', Title: 'Mr' };
  const booked = await ask(`${service}/DoBooking`, { Token, CarId, Driver });
  expect(booked.Services[0].Paxs).toMatchObject([{ Name: 'Ana', Surname: 'Souza', Age: 25 }]);
  const { ServiceId } = booked.Services[0];
  expect((await ask(`${service}/CancelBooking`, { ServiceId })).Status).toBe('Cancelled');
});

describe('what public clients read beside the contract', () => {
  const SearchRooms = [{ NumAdults: 2, Quantity: 3 }];
  const place = { DestinationId: 1001, MainPaxCountryCodeNationality: 'BR' };
  const Criteria = { ...place, CheckinDate: checkin, NumNights: 3, SearchRooms };

  it('a total of a Search and of conditions is a whole number, rounded up, and the booking has the exact price', async () => {
    const { ask, bookRooms, supplier } = start();
    const search = await ask(`${api}/Hotel.svc/Search`, { Criteria: { ...Criteria, Currency: 'USD' } });
    const rooms = search.Hotels.flatMap((hotel: { HotelId: number; Rooms: object[] }) =>
      hotel.Rooms.map(room => ({ ...room, HotelId: hotel.HotelId })),
    );
    const cents = (room: { SellingPricePerRoom: { Value: number } }) =>
      Math.round(room.SellingPricePerRoom.Value * 100);
    for (const room of rooms) {
      expect(room.TotalSellingPrice.Value).toBe(Math.ceil((3 * cents(room)) / 100));
      expect(String(room.SellingPricePerRoom.Value)).toMatch(/^\d+(\.\d{1,4})?$/);
    }
    expect(rooms.some((room: never) => /\.\d{4}$/.test(Object(room).SellingPricePerRoom.Value))).toBe(true);
    const room = rooms.find((one: never) => Object(one).CanPayLater && cents(one) % 100 !== 0);
    const Paxs = ['Ana', 'Rui'].map(Name => ({ Name, Surname: 'Souza' }));
    const RoomIds = [room.Id, room.Id, room.Id];
    const { conditions, booked } = await bookRooms(search, room.HotelId, RoomIds, Paxs);
    expect(conditions.TotalSellingPrice).toEqual(room.TotalSellingPrice);
    const { journal } = supplier.sandboxes.require('default');
    const { price } = journal.read({ operation: 'hotel.getBookingConditions' })[0]?.facts.answer ?? {};
    expect(price?.value).toBe(room.TotalSellingPrice.Value); // a judge knows what the client has seen
    expect(booked.TotalSellingPrice.Value).toBe((3 * cents(room)) / 100);
    expect(booked.TotalSellingPrice.Value).toBeLessThan(room.TotalSellingPrice.Value);
  });

  it('a Search counts its hotels, and has flags, null policies and null custom fields; an error has none of them', async () => {
    const { ask, client } = start();
    const search = await ask(`${api}/Hotel.svc/Search`, { Criteria });
    expect(search.TotalHotelResults).toBe(search.Hotels.length);
    for (const hotel of search.Hotels) {
      expect(hotel.IsRecommended).toBe(false);
      const added = { PayDirectToHotel: false, CustomFields: null, CancellationPolicies: null };
      for (const room of hotel.Rooms) expect(room).toMatchObject(added);
    }
    const { body } = await client.post(`${api}/Hotel.svc/Search`, { Criteria: {} });
    expect(Object.keys(body).filter(key => !key.startsWith('Error'))).toEqual([]);
  });

  it('a hotel has two telephone numbers and a description with HTML in each language', async () => {
    const { supplier, client } = start();
    const { staticToken, managerId } = supplier.sandboxes.require('default').identity;
    const hotel = (id: number) =>
      client.get(`/new/api/v1/mapping/hotel/${id}/token/${staticToken}?managerId=${managerId}`);
    const html = expect.stringMatching(/^<p>.*<br\/>/);
    expect((await hotel(1001001)).body).toMatchObject({
      phone1: expect.stringMatching(/^\+55/),
      phone2: '',
      description: { 'pt-BR': html, en: html, es: html },
    });
    expect(Object.keys((await hotel(1)).body)).toEqual(['Error']);
  });

  it('is in the document of the dialect', () => {
    const { paths } = Object(createOpenApi({ dialect: applyProfile(operations, classicProfile) }));
    const { schema } = paths['/API/REST/Hotel.svc/Search'].post.responses['200'].content['application/json'];
    const rooms = schema.properties.Hotels.items.properties.Rooms.items.properties;
    expect(rooms.CancellationPolicies.anyOf).toHaveLength(2);
    expect([schema.properties.TotalHotelResults, rooms.PayDirectToHotel]).toEqual([
      { type: 'integer' },
      { examples: [false] },
    ]);
  });
});

describe('the back office of an agency', () => {
  const hour = { Hour: 12, Minutes: 0 };
  const place = (LocationCode: unknown, LocationType: string) => ({ LocationCode, LocationType });
  const stay = { CheckinDate: checkin, NumNights: 2, MainPaxCountryCodeNationality: 'BR' };
  const days = { InitialServiceDate: checkin, FinalServiceDate: checkout };
  const criteria = {
    Transfer: {
      Pickup: place(1001, 'Airport'),
      Dropoff: place(1001, 'City_Location'),
      ServiceDate: checkin,
      ...hour,
      NumberOfAdults: 2,
      ServiceLanguage: 'pt_BR',
    },
    Tour: { CityId: '1001', ...days, NumberOfDays: 1, ServiceLanguage: 'pt_BR' },
    RentACar: {
      Pickup: { Date: checkin, ...hour, ...place('1001', 'CarRental') },
      Dropoff: { Date: checkout, ...hour, ...place('1001', 'City_Location') },
    },
    Hotel: {
      DestinationId: '1001',
      ...stay,
      HotelsIds: [1001001, 1001002],
      SearchRooms: [{ NumAdults: 2, ChildAges: [], Quantity: 1 }],
    },
  };

  it.each(['Transfer', 'Tour', 'RentACar', 'Hotel'] as const)('searches with %s.svc', async product => {
    const search = await start().ask(`${api}/${product}.svc/Search`, { Criteria: criteria[product] });
    const offers: { HotelId: number }[] = search[product === 'RentACar' ? 'Cars' : `${product}s`];
    expect(offers.length).toBeGreaterThan(0);
    if (product === 'Hotel') expect(offers.map(({ HotelId }) => HotelId).sort()).toEqual([1001001, 1001002]);
  });

  it('books a tour without ages, lists it by its status and its type, and shows its detail in English', async () => {
    const { ask } = start();
    const search = await ask(`${api}/Tour.svc/Search`, { Criteria: criteria.Tour });
    const [tour] = search.Tours;
    const chosen = { TourId: tour.TourId, ServiceDate: tour.AvailableDates[0] };
    const { Token } = await ask(`${api}/Tour.svc/getBookingConditions`, { Token: search.Token, ...chosen });
    const Paxs = [{ Name: 'Ana', Surname: 'Souza' }];
    const { BookingId } = await ask(`${api}/Tour.svc/DoBooking`, { Token, ...chosen, Paxs });
    expect(await ask(`${api}/ClientBackOffice.svc/GetBookingDetail`, { BookingId })).toMatchObject({
      BookingId,
      Status: 'Confirmed',
      Services: [{ ServiceType: 'tour', Status: 'Confirmed', TotalPrice: { Currency: 'BRL' } }],
    });
    const listed = async (status: string, type: string) => {
      const filter = { BookingStatus: [status], ServiceTypes: [type] };
      const path = `${api}/ClientBackOffice.svc/GetBookingList`;
      return (await ask(path, { SearchBookingCriteria: filter })).Bookings.length;
    };
    expect(await listed('Confirmed', 'Tour')).toBe(1);
    expect([await listed('Cancelled', 'Tour'), await listed('Confirmed', 'Hotel')]).toEqual([0, 0]);
    const gone = await ask(`${api}/Tour.svc/cancelAllTourServices`, { BookingId });
    expect(gone.Status).toBe('Cancelled');
  });

  it('of an operator reads the list by the date of the update and by the number of the supplier, then a booking', async () => {
    const { supplier, ask, bookRooms } = start();
    const book = async () => {
      const Criteria = { DestinationId: 1001, ...stay, SearchRooms: [{ NumAdults: 1 }] };
      const search = await ask(`${api}/Hotel.svc/Search`, { Criteria });
      const [{ HotelId, Rooms: offered }] = search.Hotels;
      const room = offered.find((one: { CanPayLater: boolean }) => one.CanPayLater);
      const guest = { Name: 'Ana', Surname: 'Souza', Age: 30 };
      return (await bookRooms(search, HotelId, [room.Id], [guest])).booked;
    };
    const first = await book();
    supplier.sandboxes.require('default').clock.advance({ by: 3 * 86_400_000 });
    const second = await book();
    const office = `${api}/OperatorBackOffice.svc`;
    const list = async (filter: object): Promise<string[]> =>
      (await ask(`${office}/GetBookingList`, { SearchBookingCriteria: filter })).Bookings.map(
        ({ BookingId }: { BookingId: string }) => BookingId,
      );
    const updated = (from: string, to: string) => list({ InitialUpdateDate: from, FinalUpdateDate: to });
    expect(await updated('2026-11-22', '2026-11-30')).toEqual([second.BookingId]);
    expect(await updated('2026-11-20', '2026-11-20')).toEqual([first.BookingId]);
    expect(await list({ SupplierLoc: first.ConfirmationNumber })).toEqual([first.BookingId]);
    const detail = await ask(`${office}/GetBookingDetail`, { BookingId: Number(first.BookingId) });
    expect(detail).toMatchObject({ BookingId: first.BookingId, Services: [{ CheckIn: checkin }] });
    expect(detail).not.toHaveProperty('Booking');
  });
});

it.each(['', '/1', '/400'])('a client of autocomplete only finds places at a path with "%s"', async end => {
  const { supplier, client } = start();
  const { staticToken, managerId } = supplier.sandboxes.require('default').identity;
  const path = `/new/api/v1/mapping/autocomplete/all/salvador/managerid/${managerId}/token/${staticToken}${end}`;
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  const name = { 'pt-BR': 'Salvador', en: 'Salvador', es: 'Salvador de Bahía' };
  expect(body[0]).toMatchObject({ hotelId: 0, destinationId: expect.any(Number), name, type: 'City' });
});
