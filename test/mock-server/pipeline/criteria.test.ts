import { describe, expect, it } from 'vitest';
import { type OperationId, products } from '#contracts';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { carCriteria, tourCriteria, transferCriteria } from '../trip-client.ts';
import { startRefused } from './refused.ts';

const { supplier, client, refused } = startRefused();
const { Pickup, Dropoff } = carCriteria;
const hotel = (change: object) => ({ Criteria: { ...testCriteria, ...change } });
const rental = (pickup: object, dropoff: object = {}, more: object = {}) => ({
  Criteria: { Pickup: { ...Pickup, ...pickup }, Dropoff: { ...Dropoff, ...dropoff }, ...more },
});
const transfer = (change: object) => ({ Criteria: { ...transferCriteria, ...change } });
const tour = (change: object) => ({ Criteria: { ...tourCriteria, ...change } });
const rooms = (count: number, one: object) => ({ SearchRooms: new Array(count).fill(one) });
const room = (one: object) => rooms(1, { NumAdults: 1, ...one });
const byAge = (count: number) => ({ NumberOfAdults: undefined, AdultAges: new Array(count).fill(34) });
const isGood = async (id: OperationId, body: object) => (await client.call(id, body)).status === 200;

/** Changed criteria, the fields that the refusal names, and the message of the first field. */
type Row = [body: object, fields: string, message: RegExp];
const noText = { toString: null };
const legacyDate = 'March 10, 2027'; // a format that only Date.parse accepts
const lastDate = '+275760-09-13'; // the last date of JavaScript

const hotelRows: Row[] = [
  [{ CheckinDate: '2026-11-19' }, 'CheckinDate', /"2026-11-19" is in the past: today is 2026-11-20 at the/],
  [{ CheckoutDate: '2026-12-09' }, 'CheckoutDate', /"2026-12-09" is not after CheckinDate "2026-12-10"/],
  [{ CheckoutDate: '2026-12-10' }, 'CheckoutDate', /is not after/],
  [{ CheckoutDate: '2027-01-10' }, 'CheckoutDate', /31 nights; the maximum of a stay is 30/],
  [{ NumNights: 3 }, 'NumNights', /3 nights, but CheckoutDate means 2 nights/],
  [{ CheckoutDate: undefined }, 'CheckoutDate', /missing: send "CheckoutDate" or "NumNights"/],
  [{ CheckinDate: '2027-02-30' }, 'CheckinDate', /YYYY-MM-DD, without time or zone, got "2027-02-30"/],
  [{ CheckinDate: '2026-12-10T00:00:00Z' }, 'CheckinDate', /without time or zone/],
  [{ CheckinDate: '9999-12-31', CheckoutDate: undefined, NumNights: 2 }, 'NumNights', /end after 9999-12-31/],
  [rooms(40, { NumAdults: 2 }), 'SearchRooms', /40 rooms; the maximum of a Search is 9/],
  [rooms(2, { NumAdults: 1, Quantity: 6 }), 'SearchRooms', /12 rooms/],
  [room({ NumAdults: 8, ChildAges: [1, 2] }), 'SearchRooms[0]', /10 guests; the maximum of a room is 9/],
  [room({ ChildAges: [7, -1] }), 'SearchRooms[0].ChildAges[1]', /0 or more years, got -1/],
  [room({ ChildAges: [18] }), 'SearchRooms[0].ChildAges[0]', /at most 17 years, got 18/],
  [room({ ChildAges: [1.5] }), 'SearchRooms[0].ChildAges[0]', /whole number of years, got 1.5/],
  ...['XX', 'br', 'BRA', '76', '', 'UK'].map((code): Row => {
    const change = { Nationality: code, Residence: code, MainPaxCountryCodeNationality: code };
    return [change, 'MainPaxCountryCodeNationality Nationality Residence', new RegExp(`"${code}"`)];
  }),
  [{ Nationality: undefined }, 'Nationality', /missing/],
  [{ HotelIds: [1001001, 5] }, 'HotelIds', /no hotel 5/],
  [
    { DestinationId: '4711', Currency: 'XAU', CheckinDate: '2020-01-01', CheckoutDate: '2019-12-31' },
    'CheckinDate CheckoutDate Currency DestinationId',
    /in the past/,
  ],
  [{ DestinationId: '4711' }, 'DestinationId', /no destination "4711"; known are 1001/],
  [{ Currency: 'XAU', SearchRooms: [] }, 'Currency SearchRooms', /"XAU"; known currencies are BRL/],
  [{ Currency: 'XAU' }, 'Currency', /no offers in "XAU"/],
];

const carRows: Row[] = [
  [rental({}, { Date: '2026-12-09' }), 'Dropoff.Date', /"2026-12-09" is before Pickup.Date "2026-12-10"/],
  [
    rental({}, { Date: '2026-12-10', Time: '12:00' }),
    'Dropoff.Time',
    /09:00 on 2026-12-10 in Rio de Janeiro is not after pick-up at 10:00 on 2026-12-10/,
  ],
  [rental({}, { Date: '2026-12-10' }), 'Dropoff.Time', /is not after pick-up/],
  [rental({ Date: '2026-11-20', Time: '09:59' }), 'Pickup.Time', /past: 06:59 on \S+ in Rio de Janeiro/],
  [rental({ Date: '2026-11-19' }), 'Pickup.Date', /in the past/],
  [rental({}, { Date: '2027-03-11' }), 'Dropoff.Date', /91 days after Pickup.Date; the maximum is 90/],
  [rental({ LocationCode: 'GIX' }), 'Pickup.LocationCode', /no Airport "GIX"; did you mean "GIG"/],
  [rental({ LocationCode: '100101' }), 'Pickup.LocationCode', /place with LocationType "PointOfInterest"/],
  [rental({ LocationType: 'Hotel', LocationCode: '01001001' }), 'Pickup.LocationCode', /no Hotel "01001001"/],
  [rental({ Time: undefined }), 'Pickup.Time', /missing: send "Time" or "Hour"/],
  [rental({ Hour: 9 }), 'Pickup.Hour', /mean "09:00", but Time is "13:00"/],
  [rental({ Time: '13:00-03:00' }), 'Pickup.Time', /HH:MM/],
  [rental({}, {}, { SippCodes: ['EDM'] }), 'SippCodes[0]', /SIPP code/],
  [rental({}, {}, { SippCodes: new Array(101).fill('EDMR') }), 'SippCodes', /at most 100/],
  [rental({}, {}, { Currency: 'JPY' }), 'Currency', /no offers in/],
  [rental({ Date: lastDate }), 'Pickup.Date', /YYYY-MM-DD/],
  [rental({ Date: legacyDate }, { Date: legacyDate }), 'Dropoff.Date Pickup.Date', /YYYY-MM-DD/],
  [rental({ LocationCode: noText, Date: '2026-11-20' }), 'Pickup.LocationCode', /expected text/],
  [rental({ Time: undefined, Hour: noText }), 'Pickup.Hour', /hour/],
  [
    rental({ Date: 'soon', LocationCode: '' }, { Time: '25:00' }, { DriverAge: 17 }),
    'DriverAge Dropoff.Time Pickup.Date Pickup.LocationCode',
    /expected 18 or more/,
  ],
];

const transferRows: Row[] = [
  [{ Dropoff: transferCriteria.Pickup }, 'Dropoff.LocationCode', /"GIG" is also the place of Pickup/],
  [{ ServiceDate: '2026-11-19' }, 'ServiceDate', /in the past/],
  [{ ServiceDate: '2026-11-20', Time: '09:59' }, 'Time', /in the past: 06:59/],
  [{ ServiceDateBack: '2026-12-09' }, 'ServiceDateBack', /is before ServiceDate/],
  [
    { ServiceDateBack: '2026-12-10', TimeBack: '14:00' },
    'TimeBack',
    /11:00 on 2026-12-10 in Rio de Janeiro is not after the outward trip at 12:30/,
  ],
  [{ ServiceDateBack: transferCriteria.ServiceDate }, 'TimeBack', /is not after/],
  [{ TimeBack: '14:00' }, 'ServiceDateBack', /missing: TimeBack needs the date/],
  [{ NumberOfAdults: 50, ChildrenAges: [3] }, 'NumberOfAdults', /51 travellers; the maximum is 50/],
  [{ ChildrenAges: [18] }, 'ChildrenAges[0]', /at most 17 years/],
  [{ Time: undefined }, 'Time', /missing: send "Time" or "Hour"/],
  [{ ServiceDate: lastDate }, 'ServiceDate', /YYYY-MM-DD/],
  [{ Time: undefined, Hour: noText }, 'Hour', /hour/],
];

const tourRows: Row[] = [
  [{ FinalServiceDate: '2026-12-09' }, 'FinalServiceDate', /is before InitialServiceDate/],
  [{ FinalServiceDate: '2027-01-10' }, 'FinalServiceDate', /31 days after Initial\w+; the maximum is 30/],
  [{ InitialServiceDate: '2026-11-19' }, 'InitialServiceDate', /in the past/],
  [{ DestinationId: '4711' }, 'DestinationId', /no destination "4711"/],
  [{ CityId: '1002' }, 'CityId', /another place than DestinationId/],
  [{ DestinationId: undefined }, 'DestinationId', /send "DestinationId" or "CityId"/],
  [{ NumberOfAdults: undefined }, 'NumberOfAdults', /send "NumberOfAdults" or "AdultAges"/],
  [{ AdultAges: [34] }, 'AdultAges', /1 ages, but NumberOfAdults is 2/],
  [{ NumberOfAdults: undefined, AdultAges: [17] }, 'AdultAges[0]', /expected 18 or more/],
  [byAge(51), 'AdultAges', /at most 50|maximum is 50/],
  [{ ...byAge(50), ChildAges: [3] }, 'AdultAges', /51 travellers; the maximum is 50/],
  [{ ServiceLanguage: 'x'.repeat(1_000) }, 'ServiceLanguage', /at most/],
];

const bodyOf = { hotel, car: (body: object) => body, transfer, tour };
const rowsOf = { hotel: hotelRows, car: carRows, transfer: transferRows, tour: tourRows };
const cases = products.flatMap(product =>
  rowsOf[product].map(([change, ...row]) => [product, ...row, bodyOf[product](change)] as const),
);

describe('the criteria of a Search', () => {
  it.each(cases)('date.local, err.400: of a %s are refused: %s: %s', async (product, fields, text, body) => {
    const found = await refused(`${product}.search`, body);
    const names = Object.keys(found).sort();
    expect(names.join(' ')).toBe(fields);
    expect(found[names[0] ?? '']).toMatch(text);
  });

  it.each([
    { CheckinDate: '2026-11-20', CheckoutDate: '2026-12-20' },
    { CheckoutDate: undefined, NumNights: 30 },
    { NumNights: 2 },
    { Nationality: undefined, MainPaxCountryCodeNationality: 'PT' },
    rooms(9, { NumAdults: 9 }),
    rooms(1, { NumAdults: 2, ChildAges: [1, 2, 3, 4, 5, 6, 7], Quantity: 9 }),
  ])('date.local: are accepted up to their limits: %j', async change => {
    expect(await isGood('hotel.search', hotel(change))).toBe(true);
  });

  it('date.local: are measured by the day at the destination, not by the clock of UTC', async () => {
    const credential = { Username: 'late', Password: 'late' };
    const start = Date.parse('2026-11-21T01:00:00Z'); // 22:00 on the day before in Rio
    supplier.sandboxes.create({ id: 'late', clock: { mode: 'manual', start }, credential });
    const baseUrl = 'http://supplier.test/sandbox/late';
    const late = createHotelClient(supplier.fetch, { baseUrl, credential });
    const stay = { CheckinDate: '2026-11-20', CheckoutDate: '2026-11-22' };
    const statusIn = async (DestinationId: string) =>
      (await late.call('hotel.search', hotel({ ...stay, DestinationId }))).status;
    expect([await statusIn('1001'), await statusIn('1008')]).toEqual([200, 400]);
  });

  it('date.local: are refused for a date that is past at one of several hotels, whichever comes first', async () => {
    const clock = { mode: 'manual', start: Date.parse('2026-12-02T02:00:00Z') } as const;
    const { call } = createHotelClient(createTestSupplier({ clock }).fetch);
    const stay = { DestinationId: undefined, CheckinDate: '2026-12-01', CheckoutDate: '2026-12-03' };
    const statusOf = async (...HotelIds: number[]) =>
      (await call('hotel.search', hotel({ ...stay, HotelIds }))).status;
    const [newYork, lisbon] = [1012001, 1007001];
    expect(await statusOf(newYork)).toBe(200);
    expect([await statusOf(newYork, lisbon), await statusOf(lisbon, newYork)]).toEqual([400, 400]);
  });
});

describe('a Search', () => {
  it('offers a hotel once that the criteria name twice', async () => {
    const { body } = await client.call('hotel.search', hotel({ HotelIds: [1001001, 1001001] }));
    expect(body.Hotels).toHaveLength(1);
  });

  it('offers each room when the filter is exactly its price', async () => {
    const euros = { Currency: 'EUR', SearchRooms: [{ NumAdults: 1 }] };
    const { Hotels } = await client.search(euros);
    for (const { Id, TotalSellingPrice } of Hotels.slice(0, 3).flatMap(({ Rooms }) => Rooms)) {
      const { Value: MinPrice } = TotalSellingPrice;
      const found = await client.search({ ...euros, Filters: { MinPrice, MaxPrice: MinPrice } });
      expect(found.Hotels.flatMap(({ Rooms }) => Rooms.map(room => room.Id))).toContain(Id);
    }
  });

  it('gives no conditions for a room that its filters excluded', async () => {
    const [all] = (await client.search()).Hotels;
    const { Token } = await client.search({ Filters: { CheapestRoomOnly: true } });
    const body = { Token, HotelId: all?.HotelId, RoomIds: [all?.Rooms[0]?.Id] };
    expect(await isGood('hotel.getBookingConditions', body)).toBe(false);
  });
});

it('err.404: a long path is read once, as a backtracking pattern would take minutes', async () => {
  const path = `/new/api/v1/mapping/autocomplete/${'a'.repeat(150_000)}/tokem/x`;
  expect((await supplier.fetch(`http://supplier.test${path}`)).status).toBe(404);
});
