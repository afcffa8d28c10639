import { describe, expect, it } from 'vitest';
import { createRate, type Policies } from '#client';
import { createMockSupplier } from '#mock-server';
import { clientOf } from '../flow/world.ts';
import { nothingFound, type Reply, type Seen, type Stage, stage, start } from '../stage.ts';

const many = (count: number, make: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const byPlace: Reply = call => (call.url.includes('airport') ? 404 : nothingFound);
/** One second more than the specification requires, because calls can arrive closer together than they were sent. */
const window = 61_000;
/** A rate of one call in so many milliseconds. */
const oneIn = (windowMs: number) => ({ policies: { rate: { calls: 1, windowMs } } });
const newClock = () =>
  createMockSupplier({ clock: { mode: 'auto', start } }).sandboxes.require('default').clock;
const nameOf = ({ url }: Seen) => url.split('/').at(-1);
const idOf = ({ body }: Seen) => Number(JSON.parse(body).BookingId);
const look = ({ client }: Stage, index: number) => client.call('getBooking', { BookingId: String(index) });

describe('the limiter', () => {
  it.each<[string, object]>([
    ['without limits', {}],
    ['with undefined limits', { calls: undefined, windowMs: undefined }],
  ])(
    'limit.rate: lets 120 calls go at once, and the 121st when the first is a minute old (%s)',
    async (_, rate) => {
      const { fails, seen, clock } = stage([nothingFound], { policies: { rate } });
      await many(121, () => fails('getBooking'));
      expect(seen.map(({ at }) => at)).toEqual([...Array(120).fill(0), window]);
      expect(clock.waits()).toEqual([]);
    },
  );

  it('limit.rate: counts a call from its end, because its arrival is unknown', async () => {
    const late: Reply = async () => {
      await clock.sleep(2_000);
      return nothingFound;
    };
    const { fails, seen, clock } = stage([late]);
    await many(121, () => fails('getBooking'));
    expect(seen.map(({ at }) => at)).toEqual([...Array(120).fill(0), 2_000 + window]);
  });

  it('limit.rate: uses a sliding window, not the minutes of the clock', async () => {
    const { fails, seen, clock } = stage([nothingFound]);
    await many(60, () => fails('getBooking'));
    await clock.sleep(50_000);
    await many(120, () => fails('getBooking'));
    await fails('getBooking');
    const times = [
      ...Array(60).fill(0),
      ...Array(60).fill(50_000),
      ...Array(60).fill(window),
      50_000 + window,
    ];
    expect(seen.map(({ at }) => at)).toEqual(times);
  });

  it('limit.rate: keeps the order of the calls', async () => {
    const on = stage([nothingFound]);
    await many(300, index => look(on, index));
    expect(on.seen.map(idOf)).toEqual([...on.seen.keys()]);
    const counts = Map.groupBy(on.seen, ({ at }) => at);
    expect([...counts].map(([at, { length }]) => [at, length])).toEqual([
      [0, 120],
      [window, 120],
      [2 * window, 60],
    ]);
  });

  it('limit.rate: counts every attempt', async () => {
    const { fails, seen } = stage(['cut', 'cut', nothingFound], {
      policies: { rate: { calls: 2, windowMs: 10_000 } },
    });
    await fails('getBooking');
    expect(seen.map(({ at }) => at)).toEqual([0, 250, 10_000]);
  });

  it('sends bookings and payments first, because their tokens expire', async () => {
    const { seen, fails } = stage([nothingFound], oneIn(1_000));
    const ids = ['getBooking', 'getBookingList', 'hotel.doBooking', 'payBooking'] as const;
    await Promise.all(ids.map(id => fails(id)));
    expect(seen.slice(0, 4).map(nameOf)).toEqual(['GetBooking', 'DoBooking', 'payBooking', 'GetBookingList']);
  });

  it('accepts a call right after the last waiting one was aborted', async () => {
    const { seen, fails, client } = stage([nothingFound], oneIn(1_000));
    await fails('getBooking');
    const gone = new AbortController();
    const given = client.call('getBookingList', {}, { signal: gone.signal }).catch(() => 'gone');
    await Promise.resolve();
    gone.abort();
    await Promise.all([given, fails('getBookingDetail')]);
    expect(seen.map(call => [call.at, nameOf(call)])).toEqual([
      [0, 'GetBooking'],
      [1_000, 'GetBookingDetail'],
    ]);
  });

  it('limit.conditions: sends nothing that grew too old while it waited', async () => {
    const { seen, client, clock } = stage([nothingFound], oneIn(1_000));
    const look = (goodUntil: number) => client.call('getBooking', { BookingId: '1' }, { goodUntil });
    const now = clock.now();
    const [first, second, third] = await Promise.allSettled([
      look(now + 1),
      look(now + 1_000),
      look(now + 2_001),
    ]);
    expect([first.status, third.status, seen.length]).toEqual(['fulfilled', 'fulfilled', 2]);
    expect(second).toMatchObject({ reason: { name: 'OutdatedError' } });
  });

  it('err.breaker: sends no call that waited while the breaker opened', async () => {
    const { seen, fails } = stage([500], oneIn(1_000));
    await many(12, () => fails('getBookingList'));
    expect(seen).toHaveLength(3);
  });

  it('has a rate of its own for static data', async () => {
    const { fails, seen } = stage([byPlace], { policies: { rate: { calls: 2 } } });
    await Promise.all([many(3, () => fails('getBooking')), many(3, () => fails('airportDetail'))]);
    const at = (part: string) => seen.filter(({ url }) => url.includes(part)).map(call => call.at);
    expect(at('GetBooking')).toEqual([0, 0, window]);
    expect(at('airport')).toEqual([0, 0, window]);
  });

  it('drops an aborted call at once, at any place of the queue, and does not delay the others', async () => {
    const { client, seen, now, abortAfter, clock } = stage([nothingFound], oneIn(10_000));
    const reason = new Error('the user went away');
    const ends: [number, unknown, number][] = [];
    const call = (index: number, signal?: AbortSignal) =>
      client.call('getBooking', { BookingId: String(index) }, { signal }).then(
        () => ends.push([index, 'answered', now()]),
        error => ends.push([index, error, now()]),
      );
    await Promise.all([
      call(0),
      call(1, abortAfter(2_000, reason)), // at the head of the queue
      call(2),
      call(3, abortAfter(3_000, reason)), // after another call in the queue
      call(4, AbortSignal.abort(reason)),
      call(5),
    ]);
    expect(seen.map(call => [idOf(call), call.at])).toEqual([
      [0, 0],
      [2, 10_000],
      [5, 20_000],
    ]);
    expect(ends.filter(([, end]) => end === reason).map(([index, , at]) => [index, at])).toEqual([
      [4, 0],
      [1, 2_000],
      [3, 3_000],
    ]);
    expect(clock.waits()).toEqual([]);
  });

  it('limit.rate: spares 300 concurrent calls every 429 of a supplier that counts 120', async () => {
    const supplier = createMockSupplier({ clock: { mode: 'auto', start }, options: { rateLimit: 120 } });
    const { clock } = supplier.sandboxes.require('default');
    const statuses: number[] = [];
    const client = clientOf({
      clock,
      fetch: async (input, init) => {
        const answer = await supplier.fetch(input, init);
        statuses.push(answer.status);
        return answer;
      },
    });
    await many(300, index => client.call('getBooking', { BookingId: String(index + 1) }));
    expect(statuses).toEqual(new Array(300).fill(200));
    // Without the limiter there are some, because the supplier counts calls.
    const free = clientOf({ clock, fetch: supplier.fetch, policies: { rate: { calls: 1_000 } } });
    await expect(
      many(300, index => free.call('cancelBooking', { BookingId: String(index + 1) })),
    ).rejects.toMatchObject({ name: 'HttpError' });
  });

  it('limit.rate: counts together what clients send that share a rate, and apart what others send', async () => {
    const clock = newClock();
    const twoClients = (policies?: Policies) =>
      [1, 2].map(() => stage([nothingFound], { clock, ...(policies && { policies }) }));
    const fill = async (stages: readonly Stage[]) => {
      await Promise.all(stages.map(({ fails }) => many(61, () => fails('getBooking'))));
      return stages.flatMap(({ seen }) => seen).length;
    };
    const before = clock.now();
    await fill(twoClients());
    expect(clock.now() - before).toBe(0);
    await fill(twoClients({ rate: createRate({ clock }) }));
    expect(clock.now() - before).toBe(window);
    await fill(twoClients({ rate: createRate({ clock, calls: 122 }) }));
    expect(clock.now() - before).toBe(window);
  });

  it('err.429: holds up every client that shares the rate', async () => {
    const clock = newClock();
    const policies = { rate: createRate({ clock }) };
    const one = stage([{ status: 429, headers: { 'retry-after': '20' } }, nothingFound], { clock, policies });
    const other = stage([nothingFound], { clock, policies });
    const first = one.fails('getBooking');
    await clock.sleep(1_000);
    await Promise.all([first, other.fails('getBooking')]);
    expect(clock.now() - start).toBe(20_000);
  });

  it('limit.rate: makes no minute longer when the clock is set back', async () => {
    let back = 0;
    const own = newClock();
    const clock = { now: () => own.now() - back, sleep: own.sleep };
    const { fails } = stage([nothingFound], { clock, policies: { rate: { calls: 2 } } });
    await many(2, () => fails('getBooking'));
    back = 6 * 3_600_000;
    const before = own.now();
    await fails('getBooking');
    expect(own.now() - before).toBe(window);
  });
});
