import { describe, expect, it } from 'vitest';
import { TimeoutError } from '#client';
import { createTimeOut, usualTimeOuts } from '#client/policies/timeout';
import { type Clock, limits, operationIds, operations } from '#contracts';
import { stage, start } from '../stage.ts';

describe('a time-out', () => {
  it.each(operationIds)(
    'limit.search-timeout, limit.booking-timeout: of %s is the one that the limits state, and can be another one',
    async id => {
      const kind = id.endsWith('.search') ? 'search' : id.endsWith('.doBooking') ? 'booking' : 'other';
      const usual = { search: 15_000, booking: 45_000, other: limits.otherTimeout.value };
      const timeOuts = { search: 1_000, booking: 2_000, other: 3_000 };
      for (const [ms, policies] of [
        [usual[kind], {}],
        [usual[kind], { timeOuts: { [kind]: undefined } as object }],
        [timeOuts[kind], { timeOuts }],
      ] as const) {
        const { fails, log } = stage(['hang', 404], { policies });
        await fails(id);
        const failure = log.find(({ event }) => event === 'failure');
        expect(failure).toMatchObject({ at: start + ms, message: `${id}: no answer within ${ms / 1_000} s` });
      }
    },
  );

  it('covers the reading of the answer', async () => {
    const { client, now } = stage([], {
      fetch: async (_, init) =>
        new Response(
          new ReadableStream({
            start: body => {
              body.enqueue(new TextEncoder().encode('{"Book'));
              init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason));
            },
          }),
        ),
    });
    await expect(client.call('cancelBooking', { BookingId: '1' })).rejects.toThrow(TimeoutError);
    expect(now()).toBe(limits.otherTimeout.value);
  });

  it('ends a call whose fetch does not heed its signal', async () => {
    const { fails, now, clock } = stage(['deaf']);
    expect(await fails('payBooking')).toBeInstanceOf(TimeoutError);
    expect(now()).toBe(limits.otherTimeout.value);
    expect(clock.waits()).toEqual([]);
  });

  it('accepts an answer that arrived while the process was suspended', async () => {
    const waits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const [first, last] = waits;
    const asked: number[] = [];
    const clock: Clock = { now: () => start, sleep: ms => (asked.push(ms) === 1 ? first : last).promise };
    const answer = Promise.withResolvers<unknown>();
    const { id, ...operation } = operations.getBooking;
    const call = createTimeOut(clock, usualTimeOuts)(() => answer.promise as never); // the result does not matter
    const answered = call({ id, operation: { id, ...operation } } as never); // the only fields of a call that the code reads
    first.resolve();
    await new Promise(setImmediate);
    answer.resolve('an answer');
    expect(await answered).toBe('an answer');
    expect(asked).toEqual([14_850, 150]);
  });

  it('lets nothing begin under a signal that is aborted already', async () => {
    const { clock } = stage([]);
    let wasSent = false;
    const send = createTimeOut(
      clock,
      usualTimeOuts,
    )(async () => {
      wasSent = true;
      return { body: {}, at: 0 };
    });
    const signal = AbortSignal.abort('gone');
    const call = { id: 'getBooking', request: {}, headers: {}, signal, attempt: 1 } as const;
    await expect(send({ ...call, operation: operations.getBooking })).rejects.toBe('gone');
    expect([wasSent, clock.waits()]).toEqual([false, []]);
  });
});
