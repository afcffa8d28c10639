import { describe, expect, it } from 'vitest';
import { carCriteria, tourCriteria, transferCriteria } from '../trip-client.ts';
import { startRefused } from './refused.ts';

const { refused } = startRefused();
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
      /in the past: 06:59 on 2026-11-20 in Rio de Janeiro; send a later time/,
    ],
    [
      'the code of a hotel in another spelling',
      rental({ LocationType: 'Hotel', LocationCode: '01001001' }),
      'Pickup.LocationCode',
      /no Hotel "01001001"/,
    ],
    ['pick-up yesterday', rental({ Date: '2026-11-19' }), 'Pickup.Date', /in the past/],
    [
      '91 days',
      rental({}, { Date: '2027-03-11' }),
      'Dropoff.Date',
      /91 days after Pickup.Date; the maximum is 90/,
    ],
    [
      'an unknown airport',
      rental({ LocationCode: 'GIX' }),
      'Pickup.LocationCode',
      /no Airport "GIX"; did you mean "GIG"/,
    ],
    [
      'a code of another type',
      rental({ LocationCode: '100101' }),
      'Pickup.LocationCode',
      /place with LocationType "PointOfInterest"/,
    ],
    [
      'an unknown hotel',
      rental({ LocationType: 'Hotel', LocationCode: '1001999' }),
      'Pickup.LocationCode',
      /no Hotel "1001999"/,
    ],
    [
      'an unknown type',
      rental({ LocationType: 'Station' }),
      'Pickup.LocationType',
      /Destination.*Hotel.*PointOfInterest.*Airport/,
    ],
    ['no time', rental({ Time: undefined }), 'Pickup.Time', /missing: send "Time" or "Hour"/],
    ['two times', rental({ Hour: 9 }), 'Pickup.Hour', /mean "09:00", but Time is "13:00"/],
    ['a local time', rental({ Time: '13:00-03:00' }), 'Pickup.Time', /HH:MM/],
    ['a driver of 17', rental({}, {}, { DriverAge: 17 }), 'DriverAge', /expected 18 or more/],
    ['a SIPP code of 3 letters', rental({}, {}, { SippCodes: ['EDM'] }), 'SippCodes[0]', /SIPP code/],
    ['an unknown currency', rental({}, {}, { Currency: 'JPY' }), 'Currency', /no offers in/],
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
      /"GIG" is also the place of Pickup/,
    ],
    ['yesterday', { ServiceDate: '2026-11-19' }, 'ServiceDate', /in the past/],
    ['a minute ago', { ServiceDate: '2026-11-20', Time: '09:59' }, 'Time', /in the past: 06:59/],
    ['the way back before', { ServiceDateBack: '2026-12-09' }, 'ServiceDateBack', /is before ServiceDate/],
    [
      'the way back earlier on the day',
      { ServiceDateBack: '2026-12-10', TimeBack: '14:00' },
      'TimeBack',
      /11:00 on 2026-12-10 in Rio de Janeiro is not after the outward trip at 12:30/,
    ],
    [
      'the time of a way back without its date',
      { TimeBack: '14:00' },
      'ServiceDateBack',
      /missing: TimeBack needs the date/,
    ],
    ['no traveler', { NumberOfAdults: 0 }, 'NumberOfAdults', /expected 1 or more adults/],
    [
      '51 people',
      { NumberOfAdults: 50, ChildrenAges: [3] },
      'NumberOfAdults',
      /51 travellers; the maximum is 50/,
    ],
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
      /31 days after InitialServiceDate; the maximum is 30/,
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
