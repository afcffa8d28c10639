import { describe, expect, it } from 'vitest';
import { CircuitOpenError, type HttpError } from '#client';
import { operationIds } from '#contracts';
import { type Reply, stage } from '../stage.ts';

/** Replies that arrive only after `release`. */
function held() {
  const waiting: ((reply: Reply) => void)[] = [];
  const reply: Reply = () => new Promise(resolve => waiting.push(resolve));
  const release = (index: number, what: Reply) => waiting[index]?.(what);
  return { reply, release };
}

/** Makes calls of an operation that is not retried. Three failing ones open its breaker. */
async function open({ fails }: ReturnType<typeof stage>, calls = 3) {
  for (let call = 1; call <= calls; call += 1) await fails('cancelBooking');
}
/** Opens a breaker, and waits until a trial is due. */
async function untilTrial(on: ReturnType<typeof stage>) {
  await open(on);
  await on.clock.sleep(30_000);
}

/** Expects that an open breaker sends nothing for so long, and then a call again. */
async function expectRest({ clock, fails, seen }: ReturnType<typeof stage>, ms: number) {
  const sent = seen.length;
  await clock.sleep(ms - 1);
  const refused = await fails('cancelBooking');
  expect([refused, seen.length]).toEqual([expect.any(CircuitOpenError), sent]);
  await clock.sleep(1);
  await fails('cancelBooking');
  expect(seen).toHaveLength(sent + 1);
}

const words = { bookingStatus: 'Cancelled', Status: 'CANCELADO' };
const cancelled: Reply = { json: { BookingId: '1', ...words, TimeSpan: '2026-11-20 10:00:00', Errors: [] } };
const tick = 1;
const readable: [string, Reply][] = [
  ['an answer', cancelled],
  ['a 400', 400],
  ['a 404', 404],
  ['an unreadable answer', { text: '<html>' }],
];

describe('a circuit breaker', () => {
  it.each([500, 501, 502, 503, 504])(
    'err.breaker: opens at the third %i in a row, for 30 s',
    async status => {
      const on = stage([status]);
      const error = await on.fails('getBooking');
      expect(on.seen.map(({ at }) => at)).toEqual([0, 250, 750]);
      expect(error).toBeInstanceOf(CircuitOpenError);
      expect(error).toMatchObject({ until: on.clock.now() + 30_000, cause: { status } });
      await on.clock.sleep(29_999);
      expect(await on.fails('getBooking')).toMatchObject({ name: 'CircuitOpenError', cause: undefined });
      expect(on.seen.length).toBe(3);
      await on.clock.sleep(1);
      await on.fails('getBooking');
      expect(on.seen.length).toBe(4);
    },
  );

  it('err.breaker: takes an undefined limit as not given', async () => {
    const breaker: object = { failures: undefined, restMs: undefined };
    const on = stage([500], { policies: { breaker } });
    const error = await on.fails('getBooking');
    expect(on.seen).toHaveLength(3);
    expect(error).toMatchObject({ name: 'CircuitOpenError', until: on.clock.now() + 30_000 });
  });

  it('err.breaker: is one for each endpoint', async () => {
    const on = stage([500, 502, 504, 404]);
    await open(on);
    for (const id of operationIds.filter(other => other !== 'cancelBooking')) await on.fails(id);
    expect(on.seen.length).toBe(3 + operationIds.length - 1);
  });

  it('says when a call may be sent again, and that this one was not', async () => {
    const on = stage([500]);
    await open(on);
    const error = await on.fails('cancelBooking');
    expect(String(error)).toBe(
      'CircuitOpenError: cancelBooking: not sent; the circuit breaker is open until 2026-11-20T10:00:30.000Z',
    );
  });

  it('says why it opened to the call that opened it', async () => {
    const on = stage([500]);
    await open(on, 2);
    expect(String(await on.fails('cancelBooking'))).toBe(
      'CircuitOpenError: cancelBooking: HTTP 500; the circuit breaker is open until 2026-11-20T10:00:30.000Z',
    );
  });

  it.each(readable)('err.breaker: resets its count after %s', async (_, between) => {
    const on = stage([500, 500, between, 500, 500, 500]);
    await open(on, 7);
    expect(on.seen.length).toBe(6);
  });

  it('does not count a call without an answer, either way', async () => {
    const on = stage([500, 'cut', 500, 'hang', 500]);
    await open(on, 6);
    expect(on.seen.length).toBe(5);
    const cutOnly = stage(['cut']);
    await open(cutOnly, 6);
    expect(cutOnly.seen.length).toBe(6);
  });

  it.each(readable)('closes when its trial gets %s', async (_, reply) => {
    const on = stage([500, 500, 500, reply, 500, 500, 500]);
    await untilTrial(on);
    await open(on, 5);
    expect(on.seen.length).toBe(7);
  });

  it('rests again when its trial fails, from then on', async () => {
    const on = stage([500]);
    await open(on);
    await on.clock.sleep(40_000);
    expect(await on.fails('cancelBooking')).toMatchObject({
      cause: { status: 500 },
      until: on.clock.now() + 30_000,
    });
    await expectRest(on, 30_000);
  });

  it('sends one trial, although other callers call concurrently', async () => {
    const { reply, release } = held();
    const on = stage([500, 500, 500, reply, cancelled]);
    await untilTrial(on);
    const trial = on.fails('cancelBooking');
    await on.clock.sleep(tick);
    const others = await Promise.all([1, 2, 3].map(() => on.fails('cancelBooking')));
    expect(others.map(error => (error as Error).name)).toEqual(new Array(3).fill('CircuitOpenError'));
    expect(others[0]).toMatchObject({ until: on.clock.now() });
    release(0, cancelled);
    expect(await trial).toBeUndefined();
    expect(await on.fails('cancelBooking')).toBeUndefined();
    expect(on.seen.length).toBe(5);
  });

  it.each<[string, Reply]>([
    ['is aborted', 'hang'],
    ['is cut', 'cut'],
  ])('lets another trial through at once when one %s', async (_, reply) => {
    const on = stage([500, 500, 500, reply, 500]);
    await untilTrial(on);
    await on.fails('cancelBooking', on.abortAfter(5));
    expect(await on.fails('cancelBooking')).toMatchObject({ cause: { status: 500 } });
    expect(on.seen.length).toBe(5);
    await on.fails('cancelBooking');
    expect(on.seen.length).toBe(5);
  });

  it('is not closed by an answer to a call from before it opened', async () => {
    const { reply, release } = held();
    const on = stage([reply, 500, 500, 500, cancelled]);
    const early = on.fails('cancelBooking');
    await on.clock.sleep(tick);
    await open(on);
    release(0, cancelled);
    expect(await early).toBeUndefined();
    await on.fails('cancelBooking');
    expect(on.seen.length).toBe(4);
  });

  it.each<[string, Reply]>([
    ['a failure', 503],
    ['a refusal', 404],
    ['the end', 'cut'],
  ])('ignores %s of a call from before it opened', async (_, late) => {
    const { reply, release } = held();
    const on = stage([reply, 500, 500, 500, reply, cancelled], { policies: { timeOuts: { other: 60_000 } } });
    const early = on.fails('cancelBooking');
    await on.clock.sleep(tick);
    await untilTrial(on);
    const trial = on.fails('cancelBooking');
    await on.clock.sleep(tick);
    release(0, late);
    expect(((await early) as HttpError).name).toBe(late === 'cut' ? 'NetworkError' : 'HttpError');
    expect(await on.fails('cancelBooking')).toBeInstanceOf(CircuitOpenError);
    release(1, cancelled);
    expect(await trial).toBeUndefined();
    expect(await on.fails('cancelBooking')).toBeUndefined();
  });

  it('does not rest longer for failures that come after it opened', async () => {
    const { reply, release } = held();
    const on = stage([reply, 500, 500, 500, cancelled]);
    const early = on.fails('cancelBooking');
    await on.clock.sleep(tick);
    await open(on);
    await on.clock.sleep(10_000);
    release(0, 503);
    await early;
    await on.clock.sleep(20_000);
    expect(await on.fails('cancelBooking')).toBeUndefined();
  });

  it('has limits that can be other ones', async () => {
    const on = stage([500], { policies: { breaker: { failures: 1, restMs: 5_000 } } });
    await on.fails('cancelBooking');
    await expectRest(on, 5_000);
  });
});
