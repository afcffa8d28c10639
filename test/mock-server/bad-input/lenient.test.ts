import { describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import type { Warning } from '#contracts/exchange';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { lastEntry, post } from './exchange-of.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const client = createHotelClient(supplier.fetch);

/** Sends a body that must be accepted, and returns its warnings in the journal. */
async function warningsOf(id: OperationId, body: object): Promise<Warning[]> {
  const { status, text } = await client.call(id, body);
  expect(status, text).toBe(200);
  return lastEntry(supplier).facts.warnings ?? [];
}

const numberAsText = 'is text, but the contract has a number; the server converted the value';
const textAsNumber = 'is a number, but the contract has text; the server converted the value';
const single = (what: string) => `is ${what}, but the contract has a list; the server converted the value`;

describe('a lenient reading', () => {
  it.each([
    ['a number as text', { NumNights: '2' }, 'Criteria.NumNights', numberAsText],
    ['a number as text with blanks', { NumNights: ' 2 ' }, 'Criteria.NumNights', numberAsText],
    ['a code as a number', { DestinationId: 1001 }, 'Criteria.DestinationId', textAsNumber],
    ['a list entry as text', { HotelIds: ['1001001'] }, 'Criteria.HotelIds[0]', numberAsText],
    [
      'a number in a room as text',
      { SearchRooms: [{ NumAdults: '2' }] },
      'Criteria.SearchRooms[0].NumAdults',
      numberAsText,
    ],
    ['one room for a list', { SearchRooms: { NumAdults: 2 } }, 'Criteria.SearchRooms', single('an object')],
    [
      'one age for a list',
      { SearchRooms: [{ NumAdults: 2, ChildAges: 7 }] },
      'Criteria.SearchRooms[0].ChildAges',
      single('a number'),
    ],
    [
      'true as text',
      { ReturnOnRequestRooms: 'true' },
      'Criteria.ReturnOnRequestRooms',
      'is text, but the contract has a boolean; the server converted the value',
    ],
    [
      'null for what is absent',
      { Residence: null },
      'Criteria.Residence',
      'is null; the server read the field as missing',
    ],
    [
      'null for an object',
      { Filters: null },
      'Criteria.Filters',
      'is null; the server read the field as missing',
    ],
    [
      'null inside an object',
      { Filters: { MaxPrice: null } },
      'Criteria.Filters.MaxPrice',
      'is null; the server read the field as missing',
    ],
  ])('ep.unspecified: of %s is accepted, and the journal warns of it', async (_, change, field, message) => {
    expect(await warningsOf('hotel.search', { Criteria: { ...testCriteria, ...change } })).toEqual([
      { kind: 'lenient', field, message },
    ]);
  });

  it('of several at once, one inside the other, warns of each', async () => {
    const rooms = { NumAdults: '2', ChildAges: '7', Quantity: null };
    const warnings = await warningsOf('hotel.search', { Criteria: { ...testCriteria, SearchRooms: rooms } });
    const fields = [
      'SearchRooms',
      'SearchRooms[0].NumAdults',
      'SearchRooms[0].ChildAges',
      'SearchRooms[0].ChildAges[0]',
      'SearchRooms[0].Quantity',
    ];
    expect(warnings.map(warning => warning.field).sort()).toEqual(
      fields.map(field => `Criteria.${field}`).sort(),
    );
    expect(lastEntry(supplier).facts.request.rooms).toEqual([{ adults: 2, ages: [7] }]);
  });

  it('returns the same offers as the exact one', async () => {
    const exact = await client.search({ NumNights: 2, SearchRooms: [{ NumAdults: 2, ChildAges: [7] }] });
    const body = { ...testCriteria, NumNights: '2', SearchRooms: { NumAdults: '2', ChildAges: '7' } };
    const { body: lenient } = await client.call('hotel.search', { Criteria: body });
    expect(lenient.Hotels).toEqual(exact.Hotels);
  });

  it('of a whole flow books', async () => {
    const search = await client.search();
    const [room = ''] = search.Hotels[0]?.Rooms.map(entry => entry.Id) ?? [];
    const selection = { HotelId: String(search.Hotels[0]?.HotelId), RoomIds: room };
    const { body: conditions } = await client.call('hotel.getBookingConditions', {
      Token: search.Token,
      ...selection,
    });
    const guest = { Surname: 'Silva', Name: 'Ana', Age: '34', Email: null };
    const guests = [guest, { ...guest, MainPax: 'false' }];
    const Rooms = { RoomId: room, Paxs: guests, Payment: null };
    const { body: booked } = await client.call('hotel.doBooking', {
      Token: conditions.Token,
      BookingId: 0,
      ...selection,
      Rooms,
    });
    expect(booked.bookingStatus).toBe('CONFIRMED');
    const id = Number(booked.BookingId);
    expect(await warningsOf('getBookingDetail', { BookingId: id })).toEqual([
      { kind: 'lenient', field: 'BookingId', message: textAsNumber },
    ]);
    const criteria = { BookingNumber: id, BookingStatus: 'CONFIRMED', ExternalReference: null };
    expect((await warningsOf('getBookingList', { SearchBookingCriteria: criteria })).length).toBe(4);
    expect(await warningsOf('getBookingList', { SearchBookingCriteria: null })).toHaveLength(1);
  });

  it('of a byte-order mark is accepted with a warning', async () => {
    const body = `\uFEFF${JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, Criteria: testCriteria })}`;
    expect((await post(supplier, body)).status).toBe(200);
    expect(lastEntry(supplier).facts.warnings).toEqual([
      { kind: 'lenient', field: '', message: expect.stringContaining('byte-order mark') },
    ]);
    expect((await post(supplier, `\uFEFF${body}`)).status).toBe(400);
  });

  it.each([
    ['words for a number', { NumNights: 'two' }],
    ['a hexadecimal number', { NumNights: '0x2' }],
    ['an empty text for a number', { NumNights: '' }],
    ['a list for a single value', { Residence: ['BR'] }],
    ['null for what is needed', { CheckinDate: null }],
    ['null in a list', { SearchRooms: [null] }],
    ['1 for true', { ReturnOnRequestRooms: 1 }],
    ['yes for true', { ReturnOnRequestRooms: 'yes' }],
  ])('err.400: is not made of %s', async (_, change) => {
    expect((await client.call('hotel.search', { Criteria: { ...testCriteria, ...change } })).status).toBe(
      400,
    );
  });
});
