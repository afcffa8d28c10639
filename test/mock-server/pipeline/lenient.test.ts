import { describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import type { Warning } from '#contracts/exchange';
import { warningHeader } from '#mock-server/pipeline/handle';
import { startSupplier, testCriteria } from '../hotel-client.ts';
import { lastEntry, post } from './exchange-of.ts';

const { supplier, client } = startSupplier({ options: { rateLimit: false } });

async function warningsOf(id: OperationId, body: object): Promise<Warning[]> {
  const { status, text } = await client.call(id, body);
  expect(status, text).toBe(200);
  return lastEntry(supplier).facts.warnings ?? [];
}

const converted = (is: string, has: string) =>
  `is ${is}, but the contract has ${has}; the server converted the value`;
const number = converted('text', 'a number');
const code = converted('a number', 'text');
const list = (is: string) => converted(is, 'a list');
const none = 'is null; the server read the field as missing';

describe('a lenient reading', () => {
  it.each([
    ['NumNights', { NumNights: '2' }, number],
    ['NumNights', { NumNights: ' 2 ' }, number],
    ['DestinationId', { DestinationId: 1001 }, code],
    ['HotelIds[0]', { HotelIds: ['1001001'] }, number],
    ['SearchRooms[0].NumAdults', { SearchRooms: [{ NumAdults: '2' }] }, number],
    ['SearchRooms', { SearchRooms: { NumAdults: 2 } }, list('an object')],
    ['SearchRooms[0].ChildAges', { SearchRooms: [{ NumAdults: 2, ChildAges: 7 }] }, list('a number')],
    ['ReturnOnRequestRooms', { ReturnOnRequestRooms: 'true' }, converted('text', 'a boolean')],
    ['Residence', { Residence: null }, none],
    ['Filters', { Filters: null }, none],
    ['Filters.MaxPrice', { Filters: { MaxPrice: null } }, none],
  ])('ep.unspecified: of %s in %j is accepted, with a warning', async (place, change, message) => {
    const field = `Criteria.${place}`;
    const warnings = await warningsOf('hotel.search', { Criteria: { ...testCriteria, ...change } });
    expect(warnings).toEqual([{ kind: 'lenient', field, message }]);
  });

  it('of several values at once, one inside the other, warns of each and finds the offers of the exact request', async () => {
    const exact = await client.search({ NumNights: 2, SearchRooms: [{ NumAdults: 2, ChildAges: [7] }] });
    const SearchRooms = { NumAdults: '2', ChildAges: '7', Quantity: null };
    const { body } = await client.call('hotel.search', { Criteria: { ...testCriteria, SearchRooms } });
    expect(body.Hotels).toEqual(exact.Hotels);
    const fields = ['', '[0].ChildAges', '[0].ChildAges[0]', '[0].NumAdults', '[0].Quantity'];
    const { warnings = [], request } = lastEntry(supplier).facts;
    const read = warnings.map(({ field }) => field).sort();
    expect(read).toEqual(fields.map(end => `Criteria.SearchRooms${end}`));
    expect(request.rooms).toEqual([{ adults: 2, ages: [7] }]);
  });

  it('of a whole flow books', async () => {
    const { Token, Hotels } = await client.search();
    const [room = ''] = Hotels[0]?.Rooms.map(entry => entry.Id) ?? [];
    const selection = { HotelId: String(Hotels[0]?.HotelId), RoomIds: room };
    const conditions = await client.call('hotel.getBookingConditions', { Token, ...selection });
    const guest = { Surname: 'Silva', Name: 'Ana', Age: '34', Email: null };
    const Rooms = { RoomId: room, Paxs: [guest, { ...guest, MainPax: 'false' }], Payment: null };
    const order = { Token: conditions.body.Token, BookingId: 0, ...selection, Rooms };
    const { body: booked } = await client.call('hotel.doBooking', order);
    expect(booked.bookingStatus).toBe('CONFIRMED');
    const BookingId = Number(booked.BookingId);
    const [warning] = await warningsOf('getBookingDetail', { BookingId });
    expect(warning).toEqual({ kind: 'lenient', field: 'BookingId', message: code });
    const criteria = { BookingNumber: BookingId, BookingStatus: 'CONFIRMED', ExternalReference: null };
    expect((await warningsOf('getBookingList', { SearchBookingCriteria: criteria })).length).toBe(4);
    expect(await warningsOf('getBookingList', { SearchBookingCriteria: null })).toHaveLength(1);
  });

  it('of a byte-order mark is accepted with a warning', async () => {
    const json = { Credential: { Username: 'demo', Password: 'demo' }, Criteria: testCriteria };
    const body = `\uFEFF${JSON.stringify(json)}`;
    expect((await post(supplier, body)).status).toBe(200);
    const message = expect.stringContaining('byte-order mark');
    expect(lastEntry(supplier).facts.warnings).toEqual([{ kind: 'lenient', field: '', message }]);
    expect((await post(supplier, `\uFEFF${body}`)).status).toBe(400);
  });

  it.each([
    { NumNights: 'two' },
    { NumNights: '0x2' },
    { NumNights: '' },
    { Residence: ['BR'] },
    { CheckinDate: null },
    { SearchRooms: [null] },
    { ReturnOnRequestRooms: 1 },
    { ReturnOnRequestRooms: 'yes' },
  ])('err.400: does not accept %j', async change => {
    const { status } = await client.call('hotel.search', { Criteria: { ...testCriteria, ...change } });
    expect(status).toBe(400);
  });
});

const name = 'x-understudy-warnings';

async function search(change: object) {
  const { status, headers } = await client.call('hotel.search', { Criteria: { ...testCriteria, ...change } });
  return [status, headers.get(name)];
}

describe('the header with the warnings', () => {
  it('has the number of warnings, and kind and field of the first warnings', async () => {
    const header = '2; lenient Criteria.NumNights; unknown-field Criteria.Foo';
    expect(await search({ NumNights: '2', Foo: 1 })).toEqual([200, header]);
  });

  it('is absent when there are no warnings', async () => {
    expect(await search({})).toEqual([200, null]);
    expect((await post(supplier, '{')).headers.has(name)).toBe(false);
  });

  it('names five fields at most', async () => {
    const [, header] = await search({ F1: 1, F2: 1, F3: 1, F4: 1, F5: 1, F6: 1 });
    expect(header).toMatch(/^6; (?:unknown-field Criteria\.F\d; ){5}\.\.\.$/);
  });

  it('contains ASCII without secrets and has a limited length (auth.5)', async () => {
    const [, header] = await search({ '4111111111111111': 1, 'demo-static-token': 1, 'Preço; x': 1 });
    expect(header).toMatch(/Criteria\.Pre\?o\?\?x/);
    expect(header).not.toMatch(/4111111111111111|demo-static-token/);
    const [, long] = await search(Object.fromEntries(['a', 'b'].map(key => [key.repeat(5_000), 1])));
    expect(String(long).length).toBeLessThan(200);
  });

  it('names the body when a warning has no field', () => {
    const warning = { kind: 'lenient', field: '', message: 'm' } as const;
    expect(warningHeader([warning])).toEqual({ [name]: '1; lenient (body)' });
  });
});
