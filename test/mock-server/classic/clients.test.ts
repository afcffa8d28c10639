import { describe, expect, it } from 'vitest';
import { startClassic } from './classic.ts';

// Each test sends what one kind of public client sends, from its first call to its last.

const checkin = '2026-12-10';

describe('the forms of a hotel site', () => {
  // The form has no field for most values, and sends null in their place.
  const party = {
    Address: null,
    CPF: null,
    CityName: null,
    CountryCode: null,
    Email: null,
    PersonName: null,
    PhoneNumber: null,
    PhoneNumberDDD: null,
  };
  const card = {
    CardNumber: null,
    Holder: null,
    MonthExpiration: null,
    NumberPayments: null,
    SecurityCode: null,
    YearExpiration: null,
  };
  const payment = {
    PaymentConditionId: null,
    PaymentRequestCC1: { ContractingParty: party, CreditCard: card },
  };
  const guest = (Name: string) => ({
    Name,
    Surname: 'Souza',
    Title: null,
    Age: null,
    MainPax: null,
    isChild: null,
  });

  it('search, read the conditions, book with nulls, and cancel by service', async () => {
    const { client, must } = startClassic();
    const search = await must(
      client.post('/API/REST/hotel.svc/Search', {
        Criteria: {
          DestinationId: '1001',
          CheckinDate: checkin,
          NumNights: '2',
          MainPaxCountryCodeNationality: 'BR',
          SearchRooms: [{ NumAdults: '2', Quantity: 1 }],
          SearchType: 'Hotel',
          ReturnHotelStaticData: true,
          Filters: { CheapestRoomOnly: true, HidePackageRate: true },
        },
      }),
    );
    const { HotelId, Rooms } = search.Hotels[0];
    const [room] = Rooms;
    expect(room.Id).toBeTypeOf('number');
    expect(room.CancellationPolicies[0].Value).toEqual({ Value: expect.any(Number), Currency: 'BRL' });
    const conditions = await must(
      client.post('/API/REST/hotel.svc/GetBookingConditions', {
        Token: search.Token,
        HotelId: String(HotelId),
        RoomIds: String(room.Id),
      }),
    );
    const booked = await must(
      client.post('/API/REST/Hotel.svc/DoBooking', {
        Token: conditions.Token,
        BookingId: '0',
        HotelId: String(HotelId),
        Rooms: [{ RoomId: String(room.Id), Paxs: [guest('Ana'), guest('Rui')], Payment: payment }],
      }),
    );
    const [service] = booked.Services;
    expect(service).toMatchObject({
      ServiceId: expect.any(Number),
      CheckIn: checkin,
      CheckOut: '2026-12-12',
      TotalPrice: room.TotalSellingPrice,
    });
    const cancelled = await must(client.post('/ws/Rest/Hotel.svc/Cancel', { ServiceId: service.ServiceId }));
    expect(cancelled).toMatchObject({ BookingId: booked.BookingId, Status: 'Cancelled' });
  });

  it('show the message of an error, which is one object', async () => {
    const { client } = startClassic();
    const { status, body } = await client.post('/API/REST/Hotel.svc/GetBookingConditions', {
      Token: 'unknown',
      HotelId: 1001001,
      RoomIds: [1],
    });
    expect(status).toBe(400);
    expect(body).toEqual({ Error: { Code: 'TokenUnknown', Message: expect.any(String), Field: 'Token' } });
  });
});

describe('the car form of a booking site', () => {
  it('books by the number of the offer with a driver and no BookingId, and cancels by service', async () => {
    const { client, must } = startClassic();
    const point = { Hour: 12, Minutes: 0, LocationCode: 'GIG', LocationType: 'Airport' };
    const search = await must(
      client.post('/ws/Rest/RentACar.svc/Search', {
        Criteria: { Pickup: { ...point, Date: checkin }, Dropoff: { ...point, Date: '2026-12-12' } },
      }),
    );
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
    const policies = await must(
      client.post('/ws/Rest/RentACar.svc/GetPaymentPolicies', { Token: search.Token, CarId }),
    );
    const Driver = { Name: 'Ana', Surname: 'Souza', Age: 25, Cpf: '40028922080', Title: 'Mr' };
    const booked = await must(
      client.post('/ws/Rest/RentACar.svc/DoBooking', { Token: policies.Token, CarId, Driver }),
    );
    const [service] = booked.Services;
    expect(service.Paxs).toMatchObject([{ Name: 'Ana', Surname: 'Souza', Age: 25 }]);
    const cancelled = await must(
      client.post('/ws/Rest/RentACar.svc/CancelBooking', { ServiceId: service.ServiceId }),
    );
    expect(cancelled.Status).toBe('Cancelled');
  });
});

describe('the back office of an agency', () => {
  const offers: readonly [string, string, object][] = [
    [
      'Transfer',
      'Transfers',
      {
        Pickup: { LocationCode: 1001, LocationType: 'Airport' },
        Dropoff: { LocationCode: 1001, LocationType: 'City_Location' },
        ServiceDate: checkin,
        Hour: 12,
        Minutes: 0,
        NumberOfAdults: 2,
        ServiceLanguage: 'pt_BR',
      },
    ],
    [
      'Tour',
      'Tours',
      {
        CityId: '1001',
        InitialServiceDate: checkin,
        FinalServiceDate: '2026-12-12',
        NumberOfDays: 1,
        ServiceLanguage: 'pt_BR',
      },
    ],
    [
      'RentACar',
      'Cars',
      {
        Pickup: { Date: checkin, Hour: 10, Minutes: 0, LocationCode: '1001', LocationType: 'CarRental' },
        Dropoff: {
          Date: '2026-12-12',
          Hour: 10,
          Minutes: 0,
          LocationCode: '1001',
          LocationType: 'City_Location',
        },
      },
    ],
    [
      'Hotel',
      'Hotels',
      {
        DestinationId: '1001',
        CheckinDate: checkin,
        NumNights: 2,
        MainPaxCountryCodeNationality: 'BR',
        HotelsIds: [1001001, 1001002],
        SearchRooms: [{ NumAdults: 2, ChildAges: [], Quantity: 1 }],
      },
    ],
  ];

  it.each(offers)('searches %s', async (product, list, Criteria) => {
    const { client, must } = startClassic();
    const search = await must(client.post(`/API/REST/${product}.svc/Search`, { Criteria }));
    expect(search[list].length).toBeGreaterThan(0);
    if (product === 'Hotel')
      expect(new Set(search.Hotels.map((hotel: { HotelId: number }) => hotel.HotelId))).toEqual(
        new Set([1001001, 1001002]),
      );
  });

  it('books a tour without ages, lists it by its status and its type, and shows its detail in English', async () => {
    const { client, must } = startClassic();
    const [, , Criteria] = offers[1] ?? [];
    const search = await must(client.post('/API/REST/Tour.svc/Search', { Criteria }));
    const [tour] = search.Tours;
    const chosen = { TourId: tour.TourId, ServiceDate: tour.AvailableDates[0] };
    const conditions = await must(
      client.post('/API/REST/Tour.svc/getBookingConditions', { Token: search.Token, ...chosen }),
    );
    const Paxs = [{ Name: 'Ana', Surname: 'Souza' }];
    const { BookingId } = await must(
      client.post('/API/REST/Tour.svc/DoBooking', { Token: conditions.Token, ...chosen, Paxs }),
    );
    const detail = await must(client.post('/API/REST/ClientBackOffice.svc/GetBookingDetail', { BookingId }));
    expect(detail).toMatchObject({
      BookingId,
      Status: 'Confirmed',
      Services: [{ ServiceType: 'tour', Status: 'Confirmed', TotalPrice: { Currency: 'BRL' } }],
    });
    const listed = async (filter: object) =>
      (
        await must(
          client.post('/API/REST/ClientBackOffice.svc/GetBookingList', { SearchBookingCriteria: filter }),
        )
      ).Bookings.length;
    expect(await listed({ BookingStatus: ['Confirmed'], ServiceTypes: ['Tour'] })).toBe(1);
    expect(await listed({ BookingStatus: ['Cancelled'], ServiceTypes: ['Tour'] })).toBe(0);
    expect(await listed({ BookingStatus: ['Confirmed'], ServiceTypes: ['Hotel'] })).toBe(0);
    const gone = await must(client.post('/API/REST/Tour.svc/cancelAllTourServices', { BookingId }));
    expect(gone.Status).toBe('Cancelled');
  });
});
