import { describe, expect, it } from 'vitest';
import type { ErrorEntry, OperationId } from '#contracts';
import { createTestSupplier } from '../hotel-client.ts';
import {
  carCriteria,
  createTripClient,
  type Found,
  selectionOf,
  tourCriteria,
  transferCriteria,
  twoAdults,
} from '../trip-client.ts';
import { effects } from './exchange-of.ts';

const other = { Username: 'other', Password: 'other-password' };
const supplier = createTestSupplier({ options: { rateLimit: false }, credentials: [other] });
const client = createTripClient(supplier.fetch);

/** What a call is refused for, by field; nothing may have changed by it. */
async function refused(id: OperationId, body: object, status = 400): Promise<Record<string, string>> {
  const before = effects(supplier);
  const answer = await client.call(id, body);
  expect(answer.status, answer.text).toBe(status);
  expect(effects(supplier)).toBe(before);
  const { Errors } = answer.body as unknown as { Errors: ErrorEntry[] }; // a refusal has Errors
  return Object.fromEntries(
    Errors.map(entry => [(entry.Field ?? '').replace('Criteria.', ''), entry.Message]),
  );
}

const { Pickup, Dropoff } = carCriteria;
const rental = (pickup: object, dropoff: object = {}, more: object = {}) => ({
  Criteria: { Pickup: { ...Pickup, ...pickup }, Dropoff: { ...Dropoff, ...dropoff }, ...more },
});
const transfer = (change: object) => ({ Criteria: { ...transferCriteria, ...change } });
const tour = (change: object) => ({ Criteria: { ...tourCriteria, ...change } });

describe('err.400: the criteria of a car Search', () => {
  it.each<[what: string, body: object, field: string, message: RegExp]>([
    [
      'drop-off on an earlier date',
      rental({}, { Date: '2026-12-09' }),
      'Dropoff.Date',
      /"2026-12-09" is before Pickup.Date "2026-12-10"/,
    ],
    [
      'drop-off earlier on the day',
      rental({}, { Date: '2026-12-10', Time: '12:00' }),
      'Dropoff.Time',
      /09:00 on 2026-12-10 in Rio de Janeiro is not after pick-up at 10:00 on 2026-12-10/,
    ],
    [
      'drop-off at the minute of pick-up',
      rental({}, { Date: '2026-12-10' }),
      'Dropoff.Time',
      /is not after pick-up/,
    ],
    [
      'pick-up a minute ago',
      rental({ Date: '2026-11-20', Time: '09:59' }),
      'Pickup.Time',
      /in the past: 06:59 on 2026-11-20 in Rio de Janeiro has gone by/,
    ],
    [
      'the code of a hotel in another spelling',
      rental({ LocationType: 'Hotel', LocationCode: '01001001' }),
      'Pickup.LocationCode',
      /no Hotel "01001001"/,
    ],
    ['pick-up yesterday', rental({ Date: '2026-11-19' }), 'Pickup.Date', /in the past/],
    ['91 days', rental({}, { Date: '2027-03-11' }), 'Dropoff.Date', /91 days after Pickup.Date; at most 90/],
    [
      'an airport that is none',
      rental({ LocationCode: 'GIX' }),
      'Pickup.LocationCode',
      /no Airport "GIX"; did you mean "GIG"/,
    ],
    [
      'a code of another type',
      rental({ LocationCode: '1001' }),
      'Pickup.LocationCode',
      /place of LocationType "Destination"/,
    ],
    [
      'a hotel that is none',
      rental({ LocationType: 'Hotel', LocationCode: '1001999' }),
      'Pickup.LocationCode',
      /no Hotel "1001999"/,
    ],
    [
      'a type that is none',
      rental({ LocationType: 'Station' }),
      'Pickup.LocationType',
      /Destination.*Hotel.*PointOfInterest.*Airport/,
    ],
    ['no time', rental({ Time: undefined }), 'Pickup.Time', /missing: send "Time" or "Hour"/],
    ['two times', rental({ Hour: 9 }), 'Pickup.Hour', /make "09:00", but Time is "13:00"/],
    ['a local time', rental({ Time: '13:00-03:00' }), 'Pickup.Time', /HH:MM/],
    ['a driver of 17', rental({}, {}, { DriverAge: 17 }), 'DriverAge', /expected 18 or more/],
    ['a SIPP code of 3 letters', rental({}, {}, { SippCodes: ['EDM'] }), 'SippCodes[0]', /SIPP code/],
    ['an unknown currency', rental({}, {}, { Currency: 'JPY' }), 'Currency', /not sold in/],
  ])('with %s are refused by that field', async (_what, body, field, message) => {
    expect(await refused('car.search', body)).toEqual({ [field]: expect.stringMatching(message) });
  });

  it('name everything that is wrong at once', async () => {
    const found = await refused(
      'car.search',
      rental({ Date: 'soon', LocationCode: '' }, { Time: '25:00' }, { DriverAge: 'x' }),
    );
    expect(Object.keys(found).sort()).toEqual([
      'DriverAge',
      'Dropoff.Time',
      'Pickup.Date',
      'Pickup.LocationCode',
    ]);
  });
});

describe('err.400: the criteria of a transfer Search', () => {
  it.each<[what: string, change: object, field: string, message: RegExp]>([
    [
      'a way to itself',
      { Dropoff: transferCriteria.Pickup },
      'Dropoff.LocationCode',
      /"GIG" is where the transfer begins/,
    ],
    ['yesterday', { ServiceDate: '2026-11-19' }, 'ServiceDate', /in the past/],
    ['a minute ago', { ServiceDate: '2026-11-20', Time: '09:59' }, 'Time', /in the past: 06:59/],
    ['the way back before', { ServiceDateBack: '2026-12-09' }, 'ServiceDateBack', /is before ServiceDate/],
    [
      'the way back earlier on the day',
      { ServiceDateBack: '2026-12-10', TimeBack: '14:00' },
      'TimeBack',
      /11:00 on 2026-12-10 in Rio de Janeiro is not after the way there at 12:30/,
    ],
    [
      'the time of a way back without its date',
      { TimeBack: '14:00' },
      'ServiceDateBack',
      /missing: TimeBack is sent/,
    ],
    ['nobody', { NumberOfAdults: 0 }, 'NumberOfAdults', /expected 1 or more adults/],
    ['51 people', { NumberOfAdults: 50, ChildrenAges: [3] }, 'NumberOfAdults', /51 travellers; at most 50/],
    ['a child of 18', { ChildrenAges: [18] }, 'ChildrenAges[0]', /at most 17 years/],
    ['no time', { Time: undefined }, 'Time', /missing: send "Time" or "Hour"/],
  ])('with %s are refused by that field', async (_what, change, field, message) => {
    expect(await refused('transfer.search', transfer(change))).toEqual({
      [field]: expect.stringMatching(message),
    });
  });
});

describe('err.400: the criteria of a tour Search', () => {
  it.each<[what: string, change: object, field: string, message: RegExp]>([
    [
      'the end before the beginning',
      { FinalServiceDate: '2026-12-09' },
      'FinalServiceDate',
      /is before InitialServiceDate/,
    ],
    [
      '31 days',
      { FinalServiceDate: '2027-01-10' },
      'FinalServiceDate',
      /31 days after InitialServiceDate; at most 30/,
    ],
    ['yesterday', { InitialServiceDate: '2026-11-19' }, 'InitialServiceDate', /in the past/],
    ['an unknown destination', { DestinationId: '4711' }, 'DestinationId', /no destination "4711"/],
    ['two destinations', { CityId: '1002' }, 'CityId', /another place than DestinationId/],
    ['no destination', { DestinationId: undefined }, 'DestinationId', /send "DestinationId" or "CityId"/],
    ['no adults', { NumberOfAdults: undefined }, 'NumberOfAdults', /send "NumberOfAdults" or "AdultAges"/],
    ['ages of other adults', { AdultAges: [34] }, 'AdultAges', /1 ages, but NumberOfAdults is 2/],
    ['an adult of 17', { NumberOfAdults: undefined, AdultAges: [17] }, 'AdultAges[0]', /expected 18 or more/],
  ])('with %s are refused by that field', async (_what, change, field, message) => {
    expect(await refused('tour.search', tour(change))).toEqual({ [field]: expect.stringMatching(message) });
  });
});

describe('err.400: what is chosen of a Search', () => {
  it('is an offer of that Search, by its dates and guests too', async () => {
    const [mine, later] = [
      await client.find('car'),
      await client.find('car', { Dropoff: { ...Dropoff, Time: '14:00' } }),
    ];
    const CarId = Object.values(selectionOf(later.offers[0] ?? fail()))[0];
    for (const id of [CarId, '1001-C101', 'nonsense', '']) {
      const found = await refused('car.getBookingConditions', { Token: mine.Token, CarId: id });
      expect(Object.keys(found)).toEqual(['CarId']);
    }
  });

  it('is a tour on one of its dates', async () => {
    const found = await client.find('tour', {
      InitialServiceDate: '2026-12-07',
      FinalServiceDate: '2026-12-13',
    });
    const weekend = found.offers.find(
      offer => 'AvailableDates' in offer && Object(offer).AvailableDates[0] === '2026-12-12',
    );
    const { TourId } = Object(weekend);
    for (const ServiceDate of ['2026-12-09', '2026-12-20', '2026-11-01']) {
      const complaints = await refused('tour.getBookingConditions', {
        Token: found.Token,
        TourId,
        ServiceDate,
      });
      expect(complaints).toEqual({ ServiceDate: expect.stringContaining('2026-12-12, 2026-12-13') });
    }
    const without = await refused('tour.getBookingConditions', { Token: found.Token, TourId });
    expect(without).toEqual({ ServiceDate: expect.stringContaining('missing') });
  });

  it('flow.1: belongs to a Token of that product', async () => {
    const found = await client.find('tour');
    const body = { Token: found.Token, CarId: '1001-C101' };
    const { status, body: answer } = await client.call('car.getBookingConditions', body);
    expect(status).toBe(400);
    expect(answer.Errors[0]).toMatchObject({ Field: 'Token', Message: expect.stringContaining('tour') });
  });
});

const fail = (): never => {
  throw new Error('the Search has no offers');
};

describe('err.400: who a service is booked for', () => {
  const booking = async (product: 'car' | 'transfer' | 'tour', Paxs: object[], criteria: object = {}) => {
    const found: Found = await client.find(product, criteria);
    const offer = found.offers[0] ?? fail();
    const { Token } = await client.validate(product, found, offer);
    return refused(`${product}.doBooking`, { Token, BookingId: '0', ...selectionOf(offer), Paxs });
  };
  const child = { Name: 'Davi', Surname: 'Souza', Age: 7 };

  it.each(['transfer', 'tour'] as const)(
    'field.child-age: of a %s are those of its Search',
    async product => {
      expect(await booking(product, twoAdults.slice(0, 1))).toEqual({
        Paxs: 'Paxs: 1 adults; the Search had 2',
      });
      expect(await booking(product, [...twoAdults, child])).toEqual({
        Paxs: expect.stringContaining('children of [7]; the Search had []'),
      });
      const ages = product === 'tour' ? { ChildAges: [8] } : { ChildrenAges: [8] };
      expect(await booking(product, [...twoAdults, child], ages)).toEqual({
        Paxs: expect.stringContaining('children of [7]; the Search had [8]'),
      });
    },
  );

  it('of a car fit in, and one of them can drive', async () => {
    expect(await booking('car', [child])).toEqual({ Paxs: expect.stringContaining('nobody here can drive') });
    expect(await booking('car', [...twoAdults, ...twoAdults, child])).toEqual({
      Paxs: 'Paxs: 5 people; this car has 4 seats',
    });
    expect(await booking('car', [])).toEqual({ Paxs: expect.stringContaining('1 traveller or more') });
  });

  it('flow.1: chose what the conditions were given for', async () => {
    const found = await client.find('tour');
    const [first, second] = found.offers;
    const { Token } = await client.validate('tour', found, first);
    const body = { Token, BookingId: '0', Paxs: twoAdults };
    const wrong = await refused('tour.doBooking', { ...body, ...selectionOf(second ?? fail()) });
    expect(wrong).toEqual({
      TourId: expect.stringContaining('the conditions behind this Token are for 1001-T01'),
    });
    const otherDay = { ...selectionOf(first ?? fail()), ServiceDate: '2026-12-11' };
    expect(await refused('tour.doBooking', { ...body, ...otherDay })).toEqual({
      ServiceDate: expect.stringContaining('2026-12-10'),
    });
  });
});

describe('res.booking-id: attaching', () => {
  const attach = async (BookingId: string, status: number) => {
    const found = await client.find('transfer');
    const { Token } = await client.validate('transfer', found);
    const body = { Token, BookingId, ...selectionOf(found.offers[0] ?? fail()), Paxs: twoAdults };
    return refused('transfer.doBooking', body, status);
  };

  it('to an unknown booking or one of another credential is a 404', async () => {
    const stranger = createTripClient(supplier.fetch, { credential: other });
    const { BookingId } = await stranger.book();
    expect(await attach(BookingId, 404)).toEqual({
      BookingId: expect.stringContaining('send "0" for a new one'),
    });
    expect(await attach('12', 404)).toEqual({ BookingId: expect.stringContaining('no booking "12"') });
  });

  it('to a cancelled booking is refused as closed', async () => {
    const { BookingId } = await client.book();
    await client.cancel(BookingId);
    expect(await attach(BookingId, 400)).toEqual({ BookingId: expect.stringContaining('CANCELADO') });
  });
});

describe('svc.2: cancelling one service', () => {
  it('is for the operation of its product, and for a service of that booking', async () => {
    const { BookingId, Services } = await client.book();
    const ServiceId = Services[0]?.ServiceId;
    const wrongProduct = await refused('car.cancelByService', { BookingId, ServiceId }, 404);
    expect(wrongProduct).toEqual({
      ServiceId: expect.stringContaining('cancel it with hotel.cancelByService'),
    });
    const unknown = await refused('hotel.cancelByService', { BookingId, ServiceId: `${BookingId}-9` }, 404);
    expect(unknown).toEqual({ ServiceId: expect.stringContaining(`it has ${ServiceId} (hotel)`) });
  });
});
