import { expect, it } from 'vitest';
import { bookingBody, startSupplier } from '../hotel-client.ts';

const minutes = 60_000;
const hours = 60 * minutes;

function start() {
  const { sandbox, client } = startSupplier({ options: { rateLimit: false } });
  const wait = (by: number) => sandbox.clock.advance({ by });
  return { client, sandbox, wait };
}

async function codeOf(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  const [entry] = (body as { Errors: { Code: string; Message: string }[] }).Errors;
  return { status, code: entry?.Code, message: entry?.Message };
}

it('the server returns a new Token at every step and consumes the one of the step before (flow.1, auth.2, field.token)', async () => {
  const { client } = start();
  const search = await client.search();
  const conditions = await client.conditions(search);
  await client.book(conditions);
  expect(new Set([search.Token, conditions.Token]).size).toBe(2);
  const { HotelId, RoomIds } = conditions.choice;
  const again = await codeOf(
    client.call('hotel.getBookingConditions', { Token: search.Token, HotelId, RoomIds }),
  );
  expect(again).toMatchObject({
    status: 400,
    code: 'TokenConsumed',
    message: expect.stringContaining('2026-11-20T10:00:00Z'),
  });
  expect(await codeOf(client.call('hotel.doBooking', bookingBody(conditions)))).toMatchObject({
    status: 400,
    code: 'TokenConsumed',
  });
});

it('the server accepts a Search Token at exactly 30 minutes and not a millisecond later (limit.token)', async () => {
  const { client, wait } = start();
  const [early, late] = [await client.search(), await client.search({ Nationality: 'AR' })];
  wait(30 * minutes);
  expect((await client.conditions(early)).Token).toBeDefined();
  wait(1);
  const { HotelId, Rooms } = late.Hotels[0] ?? { HotelId: 0, Rooms: [] };
  const refused = await codeOf(
    client.call('hotel.getBookingConditions', { Token: late.Token, HotelId, RoomIds: [Rooms[0]?.Id] }),
  );
  expect(refused).toMatchObject({ status: 400, code: 'TokenExpired' });
  expect(refused.message).toMatch(
    /issued at 2026-11-20T10:00:00Z.*expired at 2026-11-20T10:30:00Z.*the time is now 2026-11-20T10:30:00.001Z/,
  );
});

it('the server accepts the Token of conditions for its 30 minutes, though a good client is faster (limit.token)', async () => {
  const { client, wait } = start();
  const [first, second] = [
    await client.conditions(),
    await client.conditions(await client.search({ Nationality: 'PT' })),
  ];
  wait(30 * minutes);
  expect((await client.book(first)).bookingStatus).toBe('CONFIRMED');
  wait(1);
  expect(await codeOf(client.call('hotel.doBooking', bookingBody(second)))).toMatchObject({
    code: 'TokenExpired',
  });
});

it('the server revalidates the same Search by its ReToken any number of times after the Token died (field.retoken, field.revalidate, retoken.same)', async () => {
  const { client, wait } = start();
  const search = await client.search();
  wait(40 * minutes);
  for (const round of [1, 2]) {
    const change = { Token: undefined, ReToken: search.ReToken };
    const conditions = await client.conditions(search, { change });
    expect(conditions, `round ${round}`).toMatchObject({
      RevalidateBookingConditions: 'SameRoomsFound',
      Errors: [],
    });
    expect((await client.book(conditions)).bookingStatus).toBe('CONFIRMED');
  }
});

it('the server accepts a ReToken at exactly 25 hours from its Search and not a millisecond later (limit.retoken, retoken.expired)', async () => {
  const { client, wait } = start();
  const search = await client.search();
  const { HotelId, Rooms } = search.Hotels[0] ?? { HotelId: 0, Rooms: [] };
  const body = { ReToken: search.ReToken, HotelId, RoomIds: [Rooms[0]?.Id] };
  wait(25 * hours);
  expect((await client.call('hotel.revalidateBookingConditions', body)).status).toBe(200);
  wait(1);
  expect(await codeOf(client.call('hotel.revalidateBookingConditions', body))).toMatchObject({
    status: 400,
    code: 'ReTokenExpired',
  });
});

it('the server says RoomsFoundWithChanges when the price moved since the Search (retoken.changed)', async () => {
  const { client, sandbox } = start();
  const search = await client.search();
  sandbox.faults.arm('price=10');
  const conditions = await client.conditions(search, {
    change: { Token: undefined, ReToken: search.ReToken },
  });
  expect(conditions.RevalidateBookingConditions).toBe('RoomsFoundWithChanges');
  const before = conditions.choice.rooms[0]?.TotalSellingPrice.Value ?? 0;
  expect(conditions.TotalSellingPrice?.Value).toBeCloseTo(before * 1.1, 1);
  expect((await client.book(conditions)).TotalSellingPrice).toEqual(conditions.TotalSellingPrice);
});

it('the server returns RoomsNotFound, without a Token, when the room is sold (retoken.not-found)', async () => {
  const { client, sandbox } = start();
  const search = await client.search();
  sandbox.faults.arm('sold-out');
  const conditions = await client.conditions(search, {
    change: { Token: undefined, ReToken: search.ReToken },
  });
  expect(conditions).toMatchObject({
    RevalidateBookingConditions: 'RoomsNotFound',
    Errors: [{ Code: 'RoomUnavailable' }],
  });
  expect(conditions.Token).toBeUndefined();
});

it('the server takes the Token of two keys while it is good, and else the ReToken (flow.1, field.retoken)', async () => {
  const { client, wait } = start();
  const search = await client.search();
  const both = { Token: search.Token, ReToken: search.ReToken };
  const first = await client.conditions(search, { change: both });
  expect(first.RevalidateBookingConditions).toBeUndefined();
  const second = await client.conditions(search, { change: both });
  expect(second.RevalidateBookingConditions).toBe('SameRoomsFound'); // the first call has consumed the Token
  const late = await client.search({ Nationality: 'AR' });
  wait(30 * minutes + 1);
  const third = await client.conditions(late, { change: { Token: late.Token, ReToken: late.ReToken } });
  expect(third.RevalidateBookingConditions).toBe('SameRoomsFound');
});

it('the server reports the error of the ReToken when neither key is valid (retoken.expired)', async () => {
  const { client, wait } = start();
  const { Token, ReToken, Hotels } = await client.search();
  const { HotelId, Rooms } = Hotels[0] ?? { HotelId: 0, Rooms: [] };
  wait(25 * hours + 1);
  const body = { Token, ReToken, HotelId, RoomIds: [Rooms[0]?.Id] };
  expect(await codeOf(client.call('hotel.getBookingConditions', body))).toMatchObject({
    status: 400,
    code: 'ReTokenExpired',
  });
});

it('the server revalidates by the ReToken alone and leaves a Token beside it good (field.revalidate)', async () => {
  const { client } = start();
  const search = await client.search();
  const { Token, ReToken } = search;
  const { HotelId, Rooms } = search.Hotels[0] ?? { HotelId: 0, Rooms: [] };
  const body = { Token, ReToken, HotelId, RoomIds: [Rooms[0]?.Id] };
  const { body: revalidated } = await client.call('hotel.revalidateBookingConditions', body);
  expect(revalidated.RevalidateBookingConditions).toBe('SameRoomsFound');
  expect((await client.conditions(search)).RevalidateBookingConditions).toBeUndefined();
});
