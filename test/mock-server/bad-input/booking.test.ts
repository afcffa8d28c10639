import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorEntry } from '#contracts';
import type { MockSupplier } from '#mock-server';
import {
  bookingBody,
  type Conditions,
  createHotelClient,
  createTestSupplier,
  type HotelClient,
} from '../hotel-client.ts';
import { bookingTimeline } from '../timeline-faults.ts';
import { effects } from './exchange-of.ts';

const anna = { Username: 'anna', Password: 'anna-password' };
let supplier: MockSupplier;
let client: HotelClient;
let conditions: Conditions;

beforeEach(async () => {
  supplier = createTestSupplier({ options: { rateLimit: false }, credentials: [anna] });
  client = createHotelClient(supplier.fetch);
  const family = await client.search({ SearchRooms: [{ NumAdults: 2, ChildAges: [3, 7] }] });
  conditions = await client.conditions(family);
});

/** Returns the fields that a call is refused for, after a check that nothing has changed. */
async function refusedFor(
  id: Parameters<HotelClient['call']>[0],
  body: object,
  status = 400,
): Promise<string[]> {
  const before = effects(supplier);
  const answer = await client.call(id, body);
  const { Errors } = answer.body as unknown as { Errors: ErrorEntry[] }; // every answer has Errors
  expect(answer.status, answer.text).toBe(status);
  expect(effects(supplier)).toBe(before);
  return [...new Set(Errors.map(entry => entry.Field ?? ''))];
}

const adult = { Name: 'Ana', Surname: 'Silva', Age: 40 };
const child = (Age: number) => ({ Name: 'Davi', Surname: 'Silva', Age });
const withGuests = (...paxs: object[]) => ({
  ...bookingBody(conditions),
  Rooms: [{ RoomId: conditions.choice.RoomIds[0], Paxs: paxs }],
});

describe('the guests of a DoBooking', () => {
  it.each([
    ['without the children', [adult, adult]],
    ['with one child too few', [adult, adult, child(3)]],
    ['with one child too many', [adult, adult, child(3), child(7), child(7)]],
    ['with a child of another age', [adult, adult, child(3), child(8)]],
    ['with one adult too few', [adult, child(3), child(7)]],
    ['with a child that came of age', [adult, adult, child(3), child(18)]],
  ])('field.child-age, err.400: %s are refused, and the Token stays good', async (_, guests) => {
    expect(await refusedFor('hotel.doBooking', withGuests(...guests))).toEqual(['Rooms[0].Paxs']);
    expect((await client.book(conditions)).bookingStatus).toBe('CONFIRMED');
  });

  it('field.child-age: need an exact age each', async () => {
    const { Age, ...ageless } = child(3);
    expect(await refusedFor('hotel.doBooking', withGuests(adult, adult, ageless, child(7)))).toEqual([
      'Rooms[0].Paxs[2].Age',
    ]);
    const bad = withGuests(adult, { ...adult, Age: -1 }, child(1.5), { ...child(Age), Age: 'seven' });
    expect(await refusedFor('hotel.doBooking', bad)).toEqual([
      'Rooms[0].Paxs[1].Age',
      'Rooms[0].Paxs[2].Age',
      'Rooms[0].Paxs[3].Age',
    ]);
  });

  it('field.child-age: may come in any order', async () => {
    expect(
      (await client.call('hotel.doBooking', withGuests(child(7), adult, child(3), adult))).body.bookingStatus,
    ).toBe('CONFIRMED');
  });
});

describe('the rooms of a call', () => {
  it('flow.1: are those that the Search offered', async () => {
    const search = await client.search();
    const [first, second] = search.Hotels;
    const foreign = second?.Rooms[0]?.Id;
    const select = (HotelId: unknown, RoomIds: unknown) => ({ Token: search.Token, HotelId, RoomIds });
    const ask = (HotelId: unknown, RoomIds: unknown) =>
      refusedFor('hotel.getBookingConditions', select(HotelId, RoomIds));
    expect(await ask(first?.HotelId, [foreign])).toEqual(['RoomIds[0]']);
    expect(await ask(first?.HotelId, [first?.Rooms[0]?.Id, foreign])).toEqual(['RoomIds[1]']);
    expect(await ask(first?.HotelId, conditions.choice.RoomIds)).toEqual(['RoomIds[0]']);
    expect(await ask(1002001, [first?.Rooms[0]?.Id])).toEqual(['HotelId']);
    expect(await ask(-1, [first?.Rooms[0]?.Id])).toEqual(['HotelId']);
    expect(await ask(first?.HotelId, [first?.Rooms[0]?.Id, first?.Rooms[0]?.Id])).toEqual(['RoomIds']);
    expect(await ask(first?.HotelId, [first?.Rooms[0]?.Id, first?.Rooms[1]?.Id])).toEqual(['RoomIds']);
    expect(await ask(first?.HotelId, new Array(10).fill(first?.Rooms[0]?.Id))).toEqual(['RoomIds']);
  });

  it('flow.1: are booked as their conditions were given', async () => {
    const body = bookingBody(conditions);
    expect(await refusedFor('hotel.doBooking', { ...body, HotelId: 1001002 })).toEqual(['HotelId']);
    expect(await refusedFor('hotel.doBooking', { ...body, RoomIds: ['another'] })).toEqual(['RoomIds']);
    const [room] = body.Rooms;
    expect(await refusedFor('hotel.doBooking', { ...body, Rooms: [{ ...room, RoomId: 'another' }] })).toEqual(
      ['Rooms'],
    );
    expect(await refusedFor('hotel.doBooking', { ...body, Rooms: [room, room] })).toEqual(['Rooms']);
    expect(await refusedFor('hotel.doBooking', { ...body, Rooms: new Array(10).fill(room) })).toEqual([
      'Rooms',
    ]);
  });
});

describe('a BookingId', () => {
  it.each(['999', '00', '-1', '0x0', ' 0', '__proto__', '../1', 'x'.repeat(5_000)])(
    'res.booking-id, err.404: such as %j is not found by any call',
    async id => {
      expect(await refusedFor('getBookingDetail', { BookingId: id }, 404)).toEqual(['BookingId']);
      expect(await refusedFor('cancelBooking', { BookingId: id }, 404)).toEqual(['BookingId']);
      expect(await refusedFor('hotel.cancelByService', { BookingId: id, ServiceId: '1' }, 404)).toEqual([
        'BookingId',
      ]);
      expect(await refusedFor('hotel.doBooking', { ...bookingBody(conditions), BookingId: id }, 404)).toEqual(
        ['BookingId'],
      );
      expect((await client.call('getBooking', { BookingId: id })).body).toEqual({ Errors: [] });
    },
  );

  it('err.404: of another credential is treated as unknown, in every call', async () => {
    const stranger = createHotelClient(supplier.fetch, { credential: anna });
    const theirs = await stranger.book(undefined, { ExternalReference: 'hers' });
    const { BookingId } = theirs;
    const made = (await client.call('getBookingDetail', { BookingId: '999' })).text;
    expect((await client.call('getBookingDetail', { BookingId })).text).toBe(
      made.replaceAll('999', BookingId),
    );
    expect(await refusedFor('cancelBooking', { BookingId }, 404)).toEqual(['BookingId']);
    expect(
      await refusedFor('hotel.cancelByService', { BookingId, ServiceId: theirs.Services[0]?.ServiceId }, 404),
    ).toEqual(['BookingId']);
    expect(await refusedFor('hotel.doBooking', { ...bookingBody(conditions), BookingId }, 404)).toEqual([
      'BookingId',
    ]);
    expect((await client.call('getBooking', { BookingId })).body).toEqual({ Errors: [] });
    expect((await client.call('getBooking', { ExternalReference: 'hers' })).body).toEqual({ Errors: [] });
    expect((await client.list()).Bookings).toEqual([]);
    expect((await client.list({ BookingNumber: [BookingId] })).Bookings).toEqual([]);
    expect((await stranger.detail(BookingId)).Booking?.bookingStatus).toBe('CONFIRMED');
  });

  it('err.404: of another sandbox is not found', async () => {
    supplier.sandboxes.create({ id: 's2', credential: { Username: 'u2', Password: 'p2' } });
    const { BookingId } = await client.book(conditions);
    const other = createHotelClient(supplier.fetch, {
      baseUrl: 'http://supplier.test/sandbox/s2',
      credential: { Username: 'u2', Password: 'p2' },
    });
    expect((await other.call('getBookingDetail', { BookingId })).status).toBe(404);
    expect((await other.list()).Bookings).toEqual([]);
  });

  it('res.booking-id: of a cancelled booking takes no further service', async () => {
    const { BookingId } = await client.book();
    await client.cancel(BookingId);
    expect(await refusedFor('hotel.doBooking', { ...bookingBody(conditions), BookingId })).toEqual([
      'BookingId',
    ]);
    expect((await client.book(conditions)).bookingStatus).toBe('CONFIRMED');
  });

  it('res.booking-id: that is closed by the supplier is refused without a trace in the list', async () => {
    const search = await client.search({ ReturnOnRequestRooms: true });
    const asked = await client.conditions(search, { isWanted: room => room.RestrictionType === 'OnRequest' });
    const { faults } = supplier.sandboxes.require('default');
    faults.arm(
      bookingTimeline([
        { after: 0, status: 'on-request' },
        { after: 60_000, status: 'rejected' },
      ]),
    );
    const { BookingId } = await client.book(asked);
    faults.clear();
    supplier.sandboxes.require('default').clock.advance({ by: 61_000 });
    expect(await refusedFor('cancelBooking', { BookingId })).toEqual(['BookingId']);
    expect(await refusedFor('hotel.doBooking', { ...bookingBody(conditions), BookingId })).toEqual([
      'BookingId',
    ]);
    expect((await client.list()).Bookings[0]?.bookingStatus).toBe('OnRequest');
  });
});

describe('the criteria of a list', () => {
  it.each([
    [{ CheckinDateFrom: '2026-12-10', CheckinDateTo: '2026-12-09' }, 'CheckinDateTo'],
    [{ InitialServiceDate: '2026-12-10', FinalServiceDate: '2026-12-09' }, 'FinalServiceDate'],
    [{ UpdatedFrom: '2026-12-10 10:00:00', UpdatedTo: '2026-12-10 09:59:59' }, 'UpdatedTo'],
    [{ InitialUpdateDate: '2026-12-10', FinalUpdateDate: '2026-12-09' }, 'FinalUpdateDate'],
    [{ InitialUpdateDate: '2026-12-10 10:00:00', FinalUpdateDate: '2026-12-09' }, 'FinalUpdateDate'],
    [{ InitialUpdateDate: '2026-12-10 10:00:00', FinalUpdateDate: '2026-12-10 09:59:59' }, 'FinalUpdateDate'],
    [{ InitialUpdateDate: '2026-02-30' }, 'InitialUpdateDate'],
    [{ FinalUpdateDate: '2026-12-10T10:00:00' }, 'FinalUpdateDate'],
    [{ SupplierLoc: '' }, 'SupplierLoc'],
    [{ BookingStatus: ['Booked'] }, 'BookingStatus[0]'],
    [{ ServiceTypes: ['Flight'] }, 'ServiceTypes[0]'],
    [{ UpdatedTo: '2026-12-10 24:00:00' }, 'UpdatedTo'],
  ])('res.list-criteria, err.400: %j are refused', async (criteria, field) => {
    expect(await refusedFor('getBookingList', { SearchBookingCriteria: criteria })).toEqual([
      `SearchBookingCriteria.${field}`,
    ]);
  });
});
