import { describe, expect, it } from 'vitest';
import type { Warning } from '#contracts/exchange';
import { judge } from '#scenarios/judge';
import { contractingParty, createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { carCriteria, createTripClient, transferCriteria } from '../trip-client.ts';
import { lastEntry } from './exchange-of.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const client = createHotelClient(supplier.fetch);
const trips = createTripClient(supplier.fetch);
const { DestinationId: _, ...withoutPlace } = testCriteria;
const warnings = (): Warning[] => lastEntry(supplier).facts.warnings ?? [];
const requestBody = () => lastEntry(supplier).bodies?.request;
const searchHotels = (change: object) =>
  client.call('hotel.search', { Criteria: { ...withoutPlace, ...change } });
const isRead = (name: string) => `is read as "${name}"; public clients of this family send this name`;

describe('a field with the name that public clients send', () => {
  it.each([
    ['alone', {}],
    ['beside the destination', { DestinationId: '1001' }],
  ])('selects the hotels by HotelsIds %s, with a warning', async (_case, change) => {
    const exact = await searchHotels({ ...change, HotelIds: [1001002, 1001004] });
    const { status, body } = await searchHotels({ ...change, HotelsIds: [1001002, 1001004] });
    expect(status).toBe(200);
    expect(body.Hotels).toEqual(exact.body.Hotels);
    expect(warnings()).toEqual([
      { kind: 'lenient', field: 'Criteria.HotelsIds', message: isRead('HotelIds') },
    ]);
    expect(requestBody()).toMatchObject({ Criteria: { HotelIds: [1001002, 1001004] } });
  });

  it('is also found one level deeper, and its value is converted like any other', async () => {
    const { status, body } = await searchHotels({
      Filters: { SelectedHotelsIds: '1001002', CheapestRoomOnly: true },
    });
    expect({ status, hotels: body.Hotels.map(({ HotelId }) => HotelId) }).toEqual({
      status: 200,
      hotels: [1001002],
    });
    expect(warnings().map(({ field }) => field)).toEqual([
      'Criteria.Filters.SelectedHotelsIds',
      'Criteria.HotelIds',
      'Criteria.HotelIds[0]',
    ]);
    expect(requestBody()).toMatchObject({ Criteria: { Filters: { CheapestRoomOnly: true } } });
  });

  it('is not used when the request also contains the name of the contract', async () => {
    const { body } = await searchHotels({ HotelsIds: [1001004], HotelIds: [1001002] });
    expect(body.Hotels.map(({ HotelId }) => HotelId)).toEqual([1001002]);
    expect(warnings()).toEqual([
      {
        kind: 'ignored',
        field: 'Criteria.HotelsIds',
        message: 'is another name of "HotelIds"; the request contains both, and the server read "HotelIds"',
      },
    ]);
  });

  it('counts as missing when it is an empty list', async () => {
    expect((await searchHotels({ DestinationId: '1001', HotelsIds: [] })).status).toBe(200);
    expect(warnings()).toEqual([
      {
        kind: 'lenient',
        field: 'Criteria.HotelsIds',
        message: 'is an empty list; the server read the field as missing',
      },
    ]);
    const { status, text } = await searchHotels({ HotelsIds: [] });
    expect(status).toBe(400);
    expect(text).toContain('missing: send \\"DestinationId\\" or \\"HotelIds\\"');
  });

  it('err.400: is refused with the name of the contract when its value is wrong', async () => {
    const { status, text } = await searchHotels({ HotelsIds: ['north', 'south'] });
    expect(status).toBe(400);
    expect(text).toContain('Criteria.HotelIds[0]: expected a hotel id, a whole number, got \\"north\\"');
  });

  it('gives the judge a warning that does no harm, and no other finding', async () => {
    const own = createTestSupplier({ options: { rateLimit: false } });
    const { call } = createHotelClient(own.fetch);
    await call('hotel.search', { Criteria: { ...withoutPlace, HotelsIds: [1001002] } });
    const { verdicts } = judge([lastEntry(own).facts]);
    const found = verdicts.flatMap(({ rule, findings }) =>
      findings.map(({ warn, harmless }) => ({ rule, warn, deviation: harmless?.deviation })),
    );
    expect(found).toEqual([{ rule: 'request-matches-contract', warn: true, deviation: isRead('HotelIds') }]);
  });

  it.each([{}, { PhoneDDD: null }])(
    'completes the paying party as PhoneNumberDDD, beside %j',
    async change => {
      const { PhoneDDD, ...party } = contractingParty;
      const { status, text } = await client.call('payBooking', {
        BookingId: '1',
        PaymentConditionId: '1',
        PaymentRequestCC1: { ContractingParty: { ...party, ...change, PhoneNumberDDD: PhoneDDD } },
      });
      expect(status).toBe(400);
      expect(text).not.toContain('PhoneDDD');
      expect(warnings().map(({ field }) => field)).toEqual([
        'PaymentRequestCC1.ContractingParty.PhoneNumberDDD',
      ]);
    },
  );

  it('filters the list of bookings as IninalBookingDate', async () => {
    await client.book();
    const filter = { IninalBookingDate: '2026-11-21' };
    const { body } = await client.call('getBookingList', { SearchBookingCriteria: filter });
    expect(body.Bookings).toEqual([]);
    expect(lastEntry(supplier).facts.request.filter).toEqual({ dates: { InitialBookingDate: '2026-11-21' } });
  });
});

describe('an enum word that public clients send', () => {
  const pickup = (change: object) => ({ ...carCriteria.Pickup, ...change });

  it.each([
    ['City_Location', '1001', 'Destination'],
    ['city_location', '1001', 'Destination'],
    ['CarRental', '1001', 'Destination'],
    ['Accommodation', '1001001', 'Hotel'],
    ['Accomodation', '1001001', 'Hotel'],
  ])('%s with the code %s is read as %s, with a warning', async (LocationType, LocationCode, word) => {
    const exact = await trips.find('car', { Pickup: pickup({ LocationType: word, LocationCode }) });
    const read = await trips.find('car', { Pickup: pickup({ LocationType, LocationCode }) });
    expect(read.offers).toEqual(exact.offers);
    expect(warnings()).toEqual([
      {
        kind: 'lenient',
        field: 'Criteria.Pickup.LocationType',
        message: expect.stringMatching(
          new RegExp(`^"${LocationType}" is read as "${word}"; public clients`, 'i'),
        ),
      },
    ]);
  });

  it('is read in a transfer too', async () => {
    const Dropoff = { LocationCode: '1001001', LocationType: 'Accommodation' };
    const exact = await trips.find('transfer', transferCriteria);
    expect((await trips.find('transfer', { Dropoff })).offers).toEqual(exact.offers);
  });

  it.each(['Station', 'City', '', 'toString'])(
    'err.400: is refused as %j with the words of the contract',
    async word => {
      const Criteria = { ...carCriteria, Pickup: pickup({ LocationType: word }) };
      const { status, text } = await client.call('car.search', { Criteria });
      expect(status).toBe(400);
      expect(text).toContain(
        `Criteria.Pickup.LocationType: expected one of Destination, Hotel, PointOfInterest, Airport, got \\"${word}\\"`,
      );
    },
  );
});
