import { describe, expect, it } from 'vitest';
import { createWorld } from '../flow/world.ts';
import { nothingFound, type Reply, stage } from '../stage.ts';

const refused = (retryAfter: number | string): Reply => ({
  status: 429,
  headers: { 'retry-after': String(retryAfter) },
});
const minute = 60_000;
const day = 86_400;

describe('a Retry-After that is longer than any caller waits', () => {
  it('err.429: is waited for up to ten minutes', async () => {
    const { fails, gaps } = stage([refused(600), nothingFound]);
    expect(await fails('getBooking')).toBeUndefined();
    expect(gaps()).toEqual([10 * minute]);
  });

  it.each([601, day])('err.429: ends the call at once, and is in the error (%i s)', async seconds => {
    const { fails, seen, now } = stage([refused(seconds)]);
    const error = await fails('getBooking');
    expect(error).toMatchObject({ name: 'HttpError', status: 429, retryAfter: seconds * 1_000 });
    expect([seen.length, now()]).toEqual([1, 0]);
  });

  it('err.429: ends the call also where no clock could count that far', async () => {
    const { fails, seen } = stage([refused('9'.repeat(400))]);
    expect(await fails('getBooking')).toMatchObject({ status: 429 });
    expect(await fails('getBooking')).toMatchObject({ status: 429 });
    expect(seen).toHaveLength(1);
  });

  it('of a 503 ends its own call, and holds up no other', async () => {
    const { fails, seen, now } = stage([{ status: 503, headers: { 'retry-after': `${day}` } }, nothingFound]);
    expect(await fails('getBooking')).toMatchObject({ status: 503, retryAfter: day * 1_000 });
    expect(await fails('getBookingDetail')).toBeUndefined();
    expect([seen.length, now()]).toEqual([2, 0]);
  });

  it('err.429: has later calls refused at once, with the rest of the time, and none sent early', async () => {
    const { fails, seen, clock, now } = stage([refused(day), nothingFound]);
    await fails('getBooking');
    await clock.sleep(60 * minute);
    const error = await fails('hotel.search');
    expect(error).toMatchObject({ status: 429, retryAfter: day * 1_000 - 60 * minute });
    expect(String(error)).toBe(
      'HttpError: hotel.search: HTTP 429, not sent, because of the Retry-After of an earlier answer; call again in 82800 s',
    );
    await clock.sleep(day * 1_000 - 65 * minute);
    // Five minutes remain, and the client waits for them.
    expect(await fails('getBooking')).toBeUndefined();
    expect([seen.length, now()]).toEqual([2, day * 1_000]);
  });

  it('err.429: refuses the calls that already wait for the rate limit, and accepts calls afterwards', async () => {
    const on = stage(
      [
        async () => {
          await on.clock.sleep(1_000);
          return refused(day);
        },
        nothingFound,
      ],
      { policies: { rate: { calls: 1, windowMs: 10_000 } } },
    );
    const ids = ['hotel.search', 'getBooking', 'getBooking'] as const;
    const ends = await Promise.all(ids.map(id => on.fails(id)));
    expect(ends).toMatchObject(ids.map(() => ({ status: 429 })));
    expect([on.seen.length, on.now(), on.clock.waits()]).toEqual([1, 1_000, []]);
    await on.clock.sleep(day * 1_000);
    expect(await on.fails('getBooking')).toBeUndefined();
  });

  it.each([
    ['hotel.getBookingConditions', 'search, conditions'],
    ['hotel.doBooking', 'search, conditions, book'],
  ])('err.429: ends a booking with the error where %s is refused so', async (operation, calls) => {
    const world = createWorld([`${operation}:status=429,retryAfter=${day}`]);
    expect(await world.book()).toMatchObject({ outcome: 'error', error: { retryAfter: day * 1_000 } });
    expect([world.calls(), world.held(), world.minutes()]).toEqual([calls, [], 0]);
  });

  it('of years holds the calls of a credential up for a day at most', async () => {
    const { fails, seen, clock } = stage([refused(1_795_255_200_000), nothingFound]);
    await fails('getBooking');
    await clock.sleep(day * 1_000 - 1);
    expect(await fails('getBooking')).toBeUndefined();
    expect(seen).toHaveLength(2);
  });
});
