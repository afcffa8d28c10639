import { describe, expect, it } from 'vitest';
import { TimeoutError } from '#client';
import { createTimeOut, usualTimeOuts } from '#client/policies/timeout';
import { type Clock, limits, operationIds, operations } from '#contracts';
import { nothingFound, stage, start } from './stage.ts';

describe('a time-out', () => {
  it.each(operationIds.filter(id => id.endsWith('.search')))(
    'limit.search-timeout: of %s is 15 s',
    async id => {
      const { fails, seen, now } = stage(['hang', 404]);
      await fails(id);
      expect(seen.map(({ at }) => at)).toEqual([0, 15_250]);
      expect(now()).toBe(15_250);
    },
  );

  it.each(operationIds.filter(id => id.endsWith('.doBooking')))(
    'limit.booking-timeout: of %s is 45 s, and it is not sent again',
    async id => {
      const { fails, seen, now } = stage(['hang']);
      expect(await fails(id)).toMatchObject({ name: 'TimeoutError', operation: id, after: 45_000 });
      expect([seen.length, now()]).toEqual([1, 45_000]);
    },
  );

  it.each(operationIds)('of %s can be another one', async id => {
    const { fails, seen, log } = stage(['hang', 404], {
      policies: { timeOuts: { search: 1_000, booking: 2_000, other: 3_000 } },
    });
    await fails(id);
    const ms = id.endsWith('.search') ? 1_000 : id.endsWith('.doBooking') ? 2_000 : 3_000;
    const failure = log.find(({ event }) => event === 'failure');
    expect(failure).toMatchObject({ message: `${id}: no answer within ${ms / 1_000} s` });
    expect((failure?.at ?? 0) - start).toBe(ms);
    expect([undefined, ms + 250]).toContain(seen[1]?.at);
  });

  it.each(operationIds.filter(id => !/\.(?:search|doBooking)$/.test(id)))(
    'of %s is the one that the limits state',
    async id => {
      const { fails, log } = stage(['hang', 404]);
      await fails(id);
      const failure = log.find(({ event }) => event === 'failure');
      expect((failure?.at ?? 0) - start).toBe(limits.otherTimeout.value);
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
    const clock: Clock = {
      now: () => start,
      sleep: ms => (asked.push(ms) === 1 ? first : last).promise,
    };
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

  it('is cleared when the answer has arrived', async () => {
    const { fails, clock, now } = stage([nothingFound]);
    expect(await fails('getBooking')).toBeUndefined();
    expect(clock.waits()).toEqual([]);
    expect(now()).toBe(0);
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
    const gone = new AbortController();
    gone.abort('gone');
    const call = { id: 'getBooking', request: {}, headers: {}, signal: gone.signal, attempt: 1 } as const;
    await expect(send({ ...call, operation: operations.getBooking })).rejects.toBe('gone');
    expect([wasSent, clock.waits()]).toEqual([false, []]);
  });
});
