import { expect, it } from 'vitest';
import { bookingBody, choose } from '../hotel-client.ts';
import { brief } from '../pipeline/exchange-of.ts';
import { startTrips } from '../trip-client.ts';

const minutes = 60_000;
const hours = 60 * minutes;

function start() {
  const { sandbox, client, clock } = startTrips();
  return { client, sandbox, wait: (by: number) => clock.advance({ by }) };
}

/** Returns the first room of a Search, as the next step selects it. */
function firstRoom(search: Parameters<typeof choose>[0]) {
  const { HotelId, RoomIds } = choose(search, () => true);
  return { HotelId, RoomIds };
}

it('the server returns a new Token at every step and consumes the one of the step before (flow.1, auth.2, field.token)', async () => {
  const { client } = start();
  const search = await client.search();
  const conditions = await client.conditions(search);
  await client.book(conditions);
  expect(new Set([search.Token, conditions.Token]).size).toBe(2);
  const room = firstRoom(search);
  const again = await client.call('hotel.getBookingConditions', { Token: search.Token, ...room });
  expect(brief(again)).toBe('400 TokenConsumed Token');
  expect(again.text).toContain('2026-11-20T10:00:00Z');
  const twice = await client.call('hotel.doBooking', bookingBody(conditions));
  expect(brief(twice)).toBe('400 TokenConsumed Token');
});

it('the server accepts a Search Token at exactly 30 minutes and not a millisecond later (limit.token)', async () => {
  const { client, wait } = start();
  const [early, late] = [await client.search(), await client.search({ Nationality: 'AR' })];
  wait(30 * minutes);
  expect((await client.conditions(early)).Token).toBeDefined();
  wait(1);
  const body = { Token: late.Token, ...firstRoom(late) };
  const refused = await client.call('hotel.getBookingConditions', body);
  expect(brief(refused)).toBe('400 TokenExpired Token');
  expect(refused.text).toMatch(
    /issued at 2026-11-20T10:00:00Z.*expired at 2026-11-20T10:30:00Z.*the time is now 2026-11-20T10:30:00.001Z/,
  );
});

it('the server accepts the Token of conditions for its 30 minutes, though a good client is faster (limit.token)', async () => {
  const { client, wait } = start();
  const first = await client.conditions();
  const second = await client.conditions(await client.search({ Nationality: 'PT' }));
  wait(30 * minutes);
  expect((await client.book(first)).bookingStatus).toBe('CONFIRMED');
  wait(1);
  const late = await client.call('hotel.doBooking', bookingBody(second));
  expect(brief(late)).toBe('400 TokenExpired Token');
});

it('the server revalidates the same Search by its ReToken any number of times after the Token died (field.retoken, field.revalidate, retoken.same)', async () => {
  const { client, wait } = start();
  const search = await client.search();
  wait(40 * minutes);
  for (const round of [1, 2]) {
    const change = { Token: undefined, ReToken: search.ReToken };
    const conditions = await client.conditions(search, { change });
    const same = { RevalidateBookingConditions: 'SameRoomsFound', Errors: [] };
    expect(conditions, `round ${round}`).toMatchObject(same);
    expect((await client.book(conditions)).bookingStatus).toBe('CONFIRMED');
  }
});

it('the server accepts a ReToken at exactly 25 hours from its Search and not a millisecond later (limit.retoken, retoken.expired)', async () => {
  const { client, wait } = start();
  const search = await client.search();
  const body = { ReToken: search.ReToken, ...firstRoom(search) };
  wait(25 * hours);
  expect((await client.call('hotel.revalidateBookingConditions', body)).status).toBe(200);
  wait(1);
  const late = await client.call('hotel.revalidateBookingConditions', body);
  expect(brief(late)).toBe('400 ReTokenExpired ReToken');
});

it('the server says RoomsFoundWithChanges when the price moved since the Search (retoken.changed)', async () => {
  const { client, sandbox } = start();
  const search = await client.search();
  sandbox.faults.arm('price=10');
  const change = { Token: undefined, ReToken: search.ReToken };
  const conditions = await client.conditions(search, { change });
  expect(conditions.RevalidateBookingConditions).toBe('RoomsFoundWithChanges');
  const before = conditions.choice.rooms[0]?.TotalSellingPrice.Value ?? 0;
  expect(conditions.TotalSellingPrice?.Value).toBeCloseTo(before * 1.1, 1);
  expect((await client.book(conditions)).TotalSellingPrice).toEqual(conditions.TotalSellingPrice);
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
  const search = await client.search();
  wait(25 * hours + 1);
  const body = { Token: search.Token, ReToken: search.ReToken, ...firstRoom(search) };
  const late = await client.call('hotel.getBookingConditions', body);
  expect(brief(late)).toBe('400 ReTokenExpired ReToken');
});

it('the server revalidates by the ReToken alone and leaves a Token beside it good (field.revalidate)', async () => {
  const { client } = start();
  const search = await client.search();
  const body = { Token: search.Token, ReToken: search.ReToken, ...firstRoom(search) };
  const { body: revalidated } = await client.call('hotel.revalidateBookingConditions', body);
  expect(revalidated.RevalidateBookingConditions).toBe('SameRoomsFound');
  expect((await client.conditions(search)).RevalidateBookingConditions).toBeUndefined();
});
