import { describe, expect, it } from 'vitest';
import type { BookingOutcome } from '#client';
import { createFileLedger } from '#client/node';
import { book, prepaid, stay } from './requests.ts';
import { bookingsOf, createStage, minutesOf, newFolder, truthsOf } from './stage.ts';

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

function tally(outcomes: readonly BookingOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const id = 'bookingId' in outcome ? outcome.bookingId : 'none';
    counts[`${outcome.outcome} ${id}`] = (counts[`${outcome.outcome} ${id}`] ?? 0) + 1;
  }
  return counts;
}

describe('a request that is repeated many times', () => {
  it('flow.3: is one booking, whose outcome all of 40 concurrent callers get', async () => {
    const { client, sandbox } = createStage();
    const outcomes = await many(40, () => book(client));
    const [[id] = []] = bookingsOf(sandbox);
    expect(tally(outcomes)).toEqual({ [`confirmed ${id}`]: 40 });
    expect(bookingsOf(sandbox)).toHaveLength(1);
    expect(minutesOf(sandbox, 'hotel.doBooking')).toHaveLength(1);
  });

  it('flow.3: is one booking when its answer is lost, for 20 at once', async () => {
    const { client, sandbox } = createStage(['hotel.doBooking:cut,commit=before,times=1']);
    const outcomes = await many(20, () => book(client));
    const [[id] = []] = bookingsOf(sandbox);
    expect(tally(outcomes)).toEqual({ [`confirmed ${id}`]: 20 });
    expect(bookingsOf(sandbox)).toHaveLength(1);
  });

  it.each(['memory', 'file'])('flow.3: is one booking for clients that share a %s ledger', async kind => {
    const { sandbox, clock, newClient } = createStage(['hotel.doBooking:hang=PT60S,commit=before,times=1']);
    const dir = newFolder();
    const sharing = () => (kind === 'memory' ? {} : { ledger: createFileLedger({ dir, hold: clock.hold }) });
    const outcomes = await many(10, () => book(newClient(sharing())));
    const [[id] = []] = bookingsOf(sandbox);
    expect(tally(outcomes)).toEqual({ [`confirmed ${id}`]: 10 });
    expect(bookingsOf(sandbox)).toHaveLength(1);
  });

  it.each([undefined, 'trip 7'])(
    'status.rejeitado: is booked again after it was rejected (reference %s)',
    async reference => {
      const { client, clock, sandbox } = createStage(['hotel.doBooking:timeline=rejected,times=1']);
      const request = { ...stay, ...(reference !== undefined && { reference }) };
      expect(await book(client, request)).toMatchObject({ outcome: 'rejected' });
      // A look-up by the reference of a booking with a lost answer must not find the rejected one.
      clock.advance({ by: 3_600_000 });
      sandbox.faults.arm('hotel.doBooking:cut,commit=before,times=1', 'getBooking:visibility,hiddenFor=PT7M');
      expect(await book(client, request)).toMatchObject({ outcome: 'confirmed' });
      expect(truthsOf(sandbox)).toEqual(['confirmed', 'rejected']);
    },
  );

  it('res.booking-id: is another booking when it is added to a trip', async () => {
    const { client, sandbox } = createStage();
    const outcome = await book(client);
    const id = outcome.outcome === 'confirmed' ? outcome.bookingId : '';
    const added = await many(3, () => book(client, { ...stay, attachTo: id }));
    expect(tally(added)).toEqual({ [`confirmed ${id}`]: 3 });
    expect(bookingsOf(sandbox)).toEqual([[id, 'confirmed', 'confirmed']]);
  });

  it('field.is-prepayment: is paid once', async () => {
    const { client, sandbox } = createStage();
    const outcomes = await many(20, () => book(client, prepaid));
    expect(tally(outcomes)).toEqual({ [`confirmed ${bookingsOf(sandbox)[0]?.[0]}`]: 20 });
    expect(minutesOf(sandbox, 'payBooking')).toHaveLength(1);
  });
});

describe('a caller who gives up', () => {
  it('ends at once, and the others get their booking', async () => {
    const { client, clock, sandbox } = createStage(['hotel.doBooking:timeline=pending;confirmed@PT12M']);
    const waiting = new AbortController();
    const first = book(client);
    const second = client.book(stay, () => true, { signal: waiting.signal });
    const reason = new Error('enough');
    const rejected = expect(second).rejects.toBe(reason);
    void clock.sleep(300_000).then(() => waiting.abort(reason));
    await rejected;
    expect(clock.now() - (sandbox.journal.read()[0]?.facts.opened.at ?? 0)).toBeLessThan(600_000);
    expect(await first).toMatchObject({ outcome: 'confirmed' });
  });

  it('leaves an unfinished booking to the next caller', async () => {
    const { client, clock, sandbox } = createStage(['hotel.doBooking:hang,commit=before,times=1']);
    const maker = new AbortController();
    const first = client.book(stay, () => true, { signal: maker.signal });
    const reason = new Error('enough');
    const rejected = expect(first).rejects.toBe(reason);
    await clock.sleep(1_000); // by then the first one makes it
    const second = book(client);
    void clock.sleep(10_000).then(() => maker.abort(reason));
    await rejected;
    expect(await second).toMatchObject({ outcome: 'confirmed' });
    expect(bookingsOf(sandbox)).toHaveLength(1);
    expect(minutesOf(sandbox, 'hotel.doBooking')).toHaveLength(1);
  });
});
