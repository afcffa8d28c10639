import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import type { MockSupplier } from '#mock-server';
import {
  bookingBody,
  bookOnRequest,
  type Conditions,
  createHotelClient,
  createTestSupplier,
  type HotelClient,
} from '../hotel-client.ts';
import { refusedBy } from './exchange-of.ts';

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

async function refusedFor(id: OperationId, body: object, status = 400): Promise<string> {
  const errors = await refusedBy(supplier, client, id, body, status);
  return [...new Set(errors.map(entry => entry.Field ?? ''))].join(' ');
}

const noBooking = (change: object, status = 400) =>
  refusedFor('hotel.doBooking', { ...bookingBody(conditions), ...change }, status);
const adult = { Name: 'Ana', Surname: 'Silva', Age: 40 };
const child = (Age: number) => ({ Name: 'Davi', Surname: 'Silva', Age });
const roomFor = (...Paxs: object[]) => ({ Rooms: [{ RoomId: conditions.choice.RoomIds[0], Paxs }] });

describe('the guests of a DoBooking', () => {
  it.each([
    ['without the children', [adult, adult]],
    ['with one child too few', [adult, adult, child(3)]],
    ['with one child too many', [adult, adult, child(3), child(7), child(7)]],
    ['with a child of another age', [adult, adult, child(3), child(8)]],
    ['with one adult too few', [adult, child(3), child(7)]],
    ['with a child that came of age', [adult, adult, child(3), child(18)]],
  ])('field.child-age, err.400: %s are refused, and the Token stays good', async (_, guests) => {
    expect(await noBooking(roomFor(...guests))).toBe('Rooms[0].Paxs');
    expect((await client.book(conditions)).bookingStatus).toBe('CONFIRMED');
  });

  it('field.child-age: need an exact age each', async () => {
    const { Age, ...ageless } = child(3);
    expect(await noBooking(roomFor(adult, adult, ageless, child(7)))).toBe('Rooms[0].Paxs[2].Age');
    const bad = roomFor(adult, { ...adult, Age: -1 }, child(1.5), { ...child(Age), Age: 'seven' });
    expect(await noBooking(bad)).toBe([1, 2, 3].map(index => `Rooms[0].Paxs[${index}].Age`).join(' '));
  });

  it('field.child-age: may come in any order', async () => {
    const booked = await client.book(conditions, roomFor(child(7), adult, child(3), adult));
    expect(booked.bookingStatus).toBe('CONFIRMED');
  });
});

describe('the rooms of a call', () => {
  it('flow.1: are those that the Search offered', async () => {
    const { Token, Hotels } = await client.search();
    const [first, second] = Hotels;
    const [room, other] = first?.Rooms.map(({ Id }) => Id) ?? [];
    const foreign = second?.Rooms[0]?.Id;
    for (const [HotelId, RoomIds, field] of [
      [first?.HotelId, [foreign], 'RoomIds[0]'],
      [first?.HotelId, [room, foreign], 'RoomIds[1]'],
      [first?.HotelId, conditions.choice.RoomIds, 'RoomIds[0]'],
      [1002001, [room], 'HotelId'],
      [-1, [room], 'HotelId'],
      [first?.HotelId, [room, room], 'RoomIds'],
      [first?.HotelId, [room, other], 'RoomIds'],
      [first?.HotelId, new Array(10).fill(room), 'RoomIds'],
    ])
      expect(await refusedFor('hotel.getBookingConditions', { Token, HotelId, RoomIds })).toBe(field);
  });

  it('flow.1: are booked as their conditions were given', async () => {
    const { Rooms } = bookingBody(conditions);
    const [room] = Rooms;
    for (const [change, field] of [
      [{ HotelId: 1001002 }, 'HotelId'],
      [{ RoomIds: ['another'] }, 'RoomIds'],
      [{ Rooms: [{ ...room, RoomId: 'another' }] }, 'Rooms'],
      [{ Rooms: [room, room] }, 'Rooms'],
      [{ Rooms: new Array(10).fill(room) }, 'Rooms'],
      [{ HotelId: 1, RoomIds: ['x'], Rooms: [{ ...room, RoomId: 'y' }] }, 'HotelId Rooms RoomIds'],
    ] as const)
      expect(await noBooking(change)).toBe(field);
  });
});

describe('a BookingId', () => {
  const unknown = ['999', '00', '-1', ' 0', '__proto__', '../1', 'x'.repeat(5_000)];
  it.each(unknown)('res.booking-id, err.404: such as %.20j is not found by any call', async BookingId => {
    for (const id of ['getBookingDetail', 'cancelBooking', 'hotel.cancelByService'] as const)
      expect(await refusedFor(id, { BookingId, ServiceId: '1' }, 404)).toBe('BookingId');
    expect(await noBooking({ BookingId }, 404)).toBe('BookingId');
    expect((await client.call('getBooking', { BookingId })).body).toEqual({ Errors: [] });
  });

  it('err.404: of another credential is treated as unknown, in every call', async () => {
    const stranger = createHotelClient(supplier.fetch, { credential: anna });
    const { BookingId, Services } = await stranger.book(undefined, { ExternalReference: 'hers' });
    const textFor = async (id: string) =>
      (await client.call('getBookingDetail', { BookingId: id })).text.replaceAll(id, 'ID');
    expect(await textFor(BookingId)).toBe(await textFor('999'));
    const { ServiceId } = Services[0] ?? {};
    expect(await refusedFor('cancelBooking', { BookingId }, 404)).toBe('BookingId');
    expect(await refusedFor('hotel.cancelByService', { BookingId, ServiceId }, 404)).toBe('BookingId');
    expect(await noBooking({ BookingId }, 404)).toBe('BookingId');
    for (const look of [{ BookingId }, { ExternalReference: 'hers' }])
      expect((await client.call('getBooking', look)).body).toEqual({ Errors: [] });
    for (const filter of [{}, { BookingNumber: [BookingId] }])
      expect((await client.list(filter)).Bookings).toEqual([]);
    expect((await stranger.detail(BookingId)).Booking?.bookingStatus).toBe('CONFIRMED');
  });

  it('res.booking-id: of a cancelled booking, or of one in another currency, takes no further service', async () => {
    const { BookingId } = await client.book();
    const dollars = await client.conditions(await client.search({ Currency: 'USD' }));
    const refused = await client.call('hotel.doBooking', { ...bookingBody(dollars), BookingId });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('BRL')]);
    await client.cancel(BookingId);
    expect(await noBooking({ BookingId })).toBe('BookingId');
    expect((await client.book(conditions)).bookingStatus).toBe('CONFIRMED');
  });

  it('res.booking-id: that is closed by the supplier is refused without a trace in the list', async () => {
    const { faults, clock } = supplier.sandboxes.require('default');
    faults.arm('hotel.doBooking:timeline=on-request;rejected@PT1M');
    const { BookingId } = await bookOnRequest(client);
    faults.clear();
    clock.advance({ by: 61_000 });
    expect(await refusedFor('cancelBooking', { BookingId })).toBe('BookingId');
    expect(await noBooking({ BookingId })).toBe('BookingId');
    expect((await client.list()).Bookings[0]?.bookingStatus).toBe('OnRequest');
  });
});

it.each([
  [{ CheckinDateFrom: '2026-12-10', CheckinDateTo: '2026-12-09' }, 'CheckinDateTo'],
  [{ InitialServiceDate: '2026-12-10', FinalServiceDate: '2026-12-09' }, 'FinalServiceDate'],
  [{ UpdatedFrom: '2026-12-10 10:00:00', UpdatedTo: '2026-12-10 09:59:59' }, 'UpdatedTo'],
  [{ InitialUpdateDate: '2026-12-10', FinalUpdateDate: '2026-12-09' }, 'FinalUpdateDate'],
  [{ InitialUpdateDate: '2026-12-10 10:00:00', FinalUpdateDate: '2026-12-10 09:59:59' }, 'FinalUpdateDate'],
  [{ InitialUpdateDate: '2026-02-30' }, 'InitialUpdateDate'],
  [{ FinalUpdateDate: '2026-12-10T10:00:00' }, 'FinalUpdateDate'],
  [{ SupplierLoc: '' }, 'SupplierLoc'],
  [{ BookingStatus: ['Booked'] }, 'BookingStatus[0]'],
  [{ ServiceTypes: ['Flight'] }, 'ServiceTypes[0]'],
  [{ UpdatedTo: '2026-12-10 24:00:00' }, 'UpdatedTo'],
])('res.list-criteria, err.400: the criteria %j of a list are refused', async (criteria, field) => {
  const refused = await refusedFor('getBookingList', { SearchBookingCriteria: criteria });
  expect(refused).toBe(`SearchBookingCriteria.${field}`);
});
