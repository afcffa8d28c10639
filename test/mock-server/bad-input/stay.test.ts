import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '#contracts';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const client = createHotelClient(supplier.fetch);

/** Returns the fields that a Search with changed criteria is refused for, with their messages. */
async function complaints(change: object): Promise<Record<string, string>> {
  const { status, body } = await client.call('hotel.search', { Criteria: { ...testCriteria, ...change } });
  const { Errors } = body as { Errors: ErrorEntry[] }; // every answer has Errors
  expect(status).toBe(Errors.length > 0 ? 400 : 200);
  return Object.fromEntries(
    Errors.map(entry => [(entry.Field ?? '').replace('Criteria.', ''), entry.Message]),
  );
}

const rooms = (count: number, room: object = { NumAdults: 2 }) => ({
  SearchRooms: new Array(count).fill(room),
});

describe('the stay of a Search', () => {
  it.each([
    [
      'yesterday',
      { CheckinDate: '2026-11-19' },
      'CheckinDate',
      /"2026-11-19" is in the past: today is 2026-11-20 at the destination/,
    ],
    ['years ago', { CheckinDate: '1999-01-01', CheckoutDate: '1999-01-02' }, 'CheckinDate', /in the past/],
    [
      'out before in',
      { CheckoutDate: '2026-12-09' },
      'CheckoutDate',
      /"2026-12-09" is not after CheckinDate "2026-12-10"/,
    ],
    ['out on the day in', { CheckoutDate: '2026-12-10' }, 'CheckoutDate', /is not after/],
    [
      '31 nights by dates',
      { CheckoutDate: '2027-01-10' },
      'CheckoutDate',
      /31 nights; the maximum of a stay is 30/,
    ],
    [
      '31 nights by number',
      { CheckoutDate: undefined, NumNights: 31 },
      'NumNights',
      /at most 30 nights, got 31/,
    ],
    ['no nights', { CheckoutDate: undefined, NumNights: 0 }, 'NumNights', /1 or more nights, got 0/],
    [
      'nights that contradict the dates',
      { NumNights: 3 },
      'NumNights',
      /3 nights, but CheckoutDate means 2 nights/,
    ],
    [
      'neither date nor nights',
      { CheckoutDate: undefined },
      'CheckoutDate',
      /missing: send "CheckoutDate" or "NumNights"/,
    ],
    [
      'a day that does not exist',
      { CheckinDate: '2027-02-30' },
      'CheckinDate',
      /YYYY-MM-DD, without time or zone, got "2027-02-30"/,
    ],
    ['a date with a time', { CheckinDate: '2026-12-10T00:00:00Z' }, 'CheckinDate', /without time or zone/],
    ['a date in another form', { CheckinDate: '10/12/2026' }, 'CheckinDate', /got "10\/12\/2026"/],
    [
      'the end of time',
      { CheckinDate: '9999-12-31', CheckoutDate: undefined, NumNights: 2 },
      'NumNights',
      /end after 9999-12-31/,
    ],
  ])('date.local, err.400: with %s is refused', async (_, change, field, message) => {
    const found = await complaints(change);
    expect(Object.keys(found)).toEqual([field]);
    expect(found[field]).toMatch(message);
  });

  it('date.local: may begin today and last 30 nights', async () => {
    expect(await complaints({ CheckinDate: '2026-11-20', CheckoutDate: '2026-12-20' })).toEqual({});
    expect(await complaints({ CheckoutDate: undefined, NumNights: 30 })).toEqual({});
    expect(await complaints({ NumNights: 2 })).toEqual({});
  });

  it('date.local: is measured by the day at the destination, not by the clock of UTC', async () => {
    const clock = supplier.sandboxes.create({
      id: 'late',
      clock: { mode: 'manual', start: Date.parse('2026-11-21T01:00:00Z') },
      credential: { Username: 'late', Password: 'late' },
    });
    const late = createHotelClient(supplier.fetch, {
      baseUrl: 'http://supplier.test/sandbox/late',
      credential: clock.identity.credentials[0] ?? { Username: '', Password: '' },
    });
    const stay = { CheckinDate: '2026-11-20', CheckoutDate: '2026-11-22' };
    expect((await late.search(stay)).Errors).toEqual([]); // 22:00 on the day before in Rio
    expect(
      (await late.call('hotel.search', { Criteria: { ...testCriteria, ...stay, DestinationId: '1008' } }))
        .status,
    ).toBe(400);
  });
});

describe('the rooms of a Search', () => {
  it.each([
    ['40 rooms one by one', rooms(40), ['SearchRooms'], /40 rooms; the maximum of a Search is 9/],
    [
      '40 rooms by Quantity',
      rooms(1, { NumAdults: 1, Quantity: 40 }),
      ['SearchRooms[0].Quantity'],
      /at most 9 rooms, got 40/,
    ],
    ['12 rooms by Quantities', rooms(2, { NumAdults: 1, Quantity: 6 }), ['SearchRooms'], /12 rooms/],
    ['no rooms', rooms(0), ['SearchRooms'], /1 room or more, got \[\]/],
    ['10 adults', rooms(1, { NumAdults: 10 }), ['SearchRooms[0].NumAdults'], /at most 9 adults, got 10/],
    [
      '10 guests',
      rooms(1, { NumAdults: 6, ChildAges: [1, 2, 3, 4] }),
      ['SearchRooms[0]'],
      /10 guests; the maximum of a room is 9/,
    ],
    ['no adults', rooms(1, { NumAdults: 0 }), ['SearchRooms[0].NumAdults'], /1 or more adults, got 0/],
    [
      'a negative age',
      rooms(1, { NumAdults: 1, ChildAges: [7, -1] }),
      ['SearchRooms[0].ChildAges[1]'],
      /0 or more years, got -1/,
    ],
    [
      'a child of 18',
      rooms(1, { NumAdults: 1, ChildAges: [18] }),
      ['SearchRooms[0].ChildAges[0]'],
      /at most 17 years, got 18/,
    ],
    [
      'half a child',
      rooms(1, { NumAdults: 1, ChildAges: [1.5] }),
      ['SearchRooms[0].ChildAges[0]'],
      /whole number of years, got 1.5/,
    ],
  ])('field.child-age, err.400: with %s are refused', async (_, change, fields, message) => {
    const found = await complaints(change);
    expect(Object.keys(found)).toEqual(fields);
    expect(Object.values(found)[0]).toMatch(message);
  });

  it('may be 9 with 9 guests each', async () => {
    expect(await complaints(rooms(9, { NumAdults: 9 }))).toEqual({});
    expect(
      await complaints(rooms(1, { NumAdults: 2, ChildAges: [1, 2, 3, 4, 5, 6, 7], Quantity: 9 })),
    ).toEqual({});
  });
});

describe('a country', () => {
  it.each(['XX', 'ZZ', 'br', 'BRA', '76', '', 'B', 'UK', 'Brazil'])(
    'field.country: such as %j is refused as nationality and residence',
    async code => {
      const found = await complaints({
        Nationality: code,
        Residence: code,
        MainPaxCountryCodeNationality: code,
      });
      expect(Object.keys(found).sort()).toEqual([
        'MainPaxCountryCodeNationality',
        'Nationality',
        'Residence',
      ]);
      expect(found.Nationality).toContain(JSON.stringify(code));
    },
  );

  it('field.country: of the main guest is needed under one of its two names', async () => {
    expect(Object.keys(await complaints({ Nationality: undefined }))).toEqual(['Nationality']);
    expect(await complaints({ Nationality: undefined, MainPaxCountryCodeNationality: 'PT' })).toEqual({});
  });
});

describe('a value that the inventory does not hold', () => {
  it.each([
    ['a destination', { DestinationId: '4711' }, 'DestinationId', /no destination "4711"; known are 1001/],
    ['a hotel', { HotelIds: [1001001, 5] }, 'HotelIds', /no hotel 5/],
    ['a currency', { Currency: 'XAU' }, 'Currency', /no offers in "XAU"; known currencies are BRL/],
  ])('is refused with what there is: %s', async (_, change, field, message) => {
    expect((await complaints(change))[field]).toMatch(message);
  });

  it('is named together with everything else that is wrong with it', async () => {
    const found = await complaints({ DestinationId: '4711', Currency: 'XAU' });
    expect(Object.keys(found).sort()).toEqual(['Currency', 'DestinationId']);
  });
});
