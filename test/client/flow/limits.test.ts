import { expect, it, vi } from 'vitest';
import { createMemoryLedger, type Offer } from '#client';
import { createWorld, hotelRequest, payment, start } from './world.ts';

it.each(['choose', 'consent'] as const)(
  'the client aborts a question without an answer by its signal: %s',
  async where => {
    const { client, sandbox } = createWorld();
    const never = new Promise<never>(() => undefined);
    const gone = new AbortController();
    const request = where === 'choose' ? { ...hotelRequest, choose: () => never } : hotelRequest;
    const booked = client.book(request, () => (where === 'consent' ? never : true), { signal: gone.signal });
    setImmediate(() => gone.abort(new Error('closed the window')));
    await expect(booked).rejects.toThrow('closed the window');
    expect([sandbox.store.bookingCount, sandbox.clock.waits()]).toEqual([0, []]);
  },
);

it('a booking whose signal is already aborted takes no unfinished booking over from the ledger', async () => {
  const ledger = createMemoryLedger();
  const { client, bookAndLeave } = createWorld(['hotel.doBooking:hang'], { client: { ledger } });
  const request = { ...hotelRequest, reference: 'trip 7' };
  await bookAndLeave(1_000, request);
  const takeOver = vi.spyOn(ledger, 'takeOver');
  const signal = AbortSignal.abort(new Error('never came'));
  await expect(client.book(request, () => true, { signal })).rejects.toThrow('never came');
  expect(takeOver).not.toHaveBeenCalled();
});

it('a caller who leaves while another process holds the booking claims it no more', async () => {
  const ledger = createMemoryLedger();
  const claim = vi.spyOn(ledger, 'claim').mockImplementation(async (_, fresh) => ({
    kind: 'held',
    record: { ...fresh(), updatedAt: start },
  }));
  const { bookAndLeave, sandbox } = createWorld([], { client: { ledger } });
  await bookAndLeave(2_500);
  expect([claim.mock.calls.length, sandbox.store.bookingCount, sandbox.clock.waits()]).toEqual([3, 0, []]);
});

it('a caller who leaves while another booking of the stay runs claims nothing', async () => {
  const ledger = createMemoryLedger();
  const claim = vi.spyOn(ledger, 'claim');
  const { book, bookAndLeave } = createWorld(['hotel.doBooking:hang,times=1'], { client: { ledger } });
  const first = book({ ...hotelRequest, reference: 'trip 7' });
  await bookAndLeave(1_000, { ...hotelRequest, reference: 'trip 8' });
  expect(claim).toHaveBeenCalledTimes(1);
  expect(await first).toMatchObject({ outcome: 'confirmed' });
});

it('the client books nothing by a card with a number of instalments that the offer lacks', async () => {
  const { book, calls, sandbox } = createWorld();
  const CreditCard = { ...payment.CreditCard, NumberPayments: 7 };
  const outcome = await book({
    ...hotelRequest,
    payment: { ...payment, CreditCard },
    choose: (offers: readonly Offer<'hotel'>[]) => offers.find(({ isPrePayment }) => isPrePayment),
  });
  expect(outcome).toMatchObject({
    outcome: 'error',
    error: {
      name: 'InstalmentsError',
      message: 'the card requests 7 instalments, but the offer has 1, 3, 6; change NumberPayments',
    },
  });
  expect([calls(), sandbox.store.bookingCount]).toEqual(['search, conditions', 0]);
});

it('err.retry: the client requests conditions five times at most, however each attempt ends', async () => {
  const { book, sandbox } = createWorld([
    'hotel.getBookingConditions:cut,commit=before,nth=1',
    'hotel.getBookingConditions:status=429,retryAfter=1,nth=2-4',
    'hotel.getBookingConditions:status=502,nth=5',
  ]);
  expect(await book()).toMatchObject({ outcome: 'error' });
  const asked = sandbox.journal.read({ operation: 'hotel.getBookingConditions' });
  expect(asked).toHaveLength(5);
});

it('flow.1: the client uses a Token again that was refused with 429 before anyone looked at it', async () => {
  const { book, sandbox } = createWorld(['hotel.getBookingConditions:status=429,retryAfter=2,nth=1']);
  expect(await book()).toMatchObject({ outcome: 'confirmed' });
  const tokens = sandbox.journal
    .read({ operation: 'hotel.getBookingConditions' })
    .map(({ facts }) => facts.request);
  expect(tokens.map(({ token }) => token)).toEqual([tokens[0]?.token, tokens[0]?.token]);
});
