import { describe, expect, it } from 'vitest';
import { changing, count, type Json } from './changing.ts';
import { clientOf, createWorld, hotelRequest, minute, payment, prepaid } from './world.ts';

// These suppliers answer differently from the stand-in, within the limits of the specification.

const waiting = { bookingStatus: 'PENDING', Status: 'AGUARDANDO PAGAMENTO' };

/** A booking as it was before its payment, with one charge. */
const stillWaiting = (PaymentStatus: string) =>
  changing('GetBookingDetail', ({ Booking, ...rest }) => {
    const booking = Booking as Json & { Payments: Json[]; Services: Json[] };
    const Payments = booking.Payments.map(entry => ({ ...entry, PaymentStatus }));
    const Services = booking.Services.map(entry => ({ ...entry, ...waiting }));
    return { ...rest, Booking: { ...booking, ...waiting, Payments, Services } };
  });

describe('a charge that is already made', () => {
  it.each(['Approved', 'Pending'])(
    'is not paid again while the booking still waits for it: %s',
    async status => {
      const world = createWorld([], { change: stillWaiting(status) });
      const first = await world.book(prepaid);
      const why = expect.stringContaining('the booking was paid');
      expect(first).toMatchObject({ outcome: 'ask-support', why });
      expect(world.minutes()).toBe(30);
      const { bookingId } = Object(first);
      expect((await world.client.pay({ bookingId, payment })).outcome).toBe('ask-support');
      expect((await world.book(prepaid)).outcome).toBe('ask-support');
      expect(count(world.calls(), 'pay')).toBe(1);
    },
  );

  it('flow.4: is not taken for declined because its answer says FAILED and has Errors[]', async () => {
    const change = changing('payBooking', answer => ({
      ...answer,
      bookingStatus: 'FAILED',
      Status: 'REJEITADO',
      Errors: [{ Code: 'SupplierTimeout', Message: 'late' }],
    }));
    const world = createWorld([], { change });
    expect((await world.book(prepaid)).outcome).toBe('confirmed');
    expect(world.charges()).toEqual(['Approved']);
  });

  it('is looked for half an hour by the next flow after an abort in mid-payment', async () => {
    const world = createWorld(['payBooking:cut,times=1']);
    await world.bookAndLeave(7 * minute, prepaid);
    expect((await world.book(prepaid)).outcome).toBe('confirmed');
    expect(world.calls()).toBe('search, conditions, book, pay, detail ×2, search, detail ×6, pay, detail');
    expect(world.minutes()).toBeGreaterThanOrEqual(30);
    expect(world.charges()).toEqual(['Approved']);
  });

  it('is looked for by a flow that resumes without a card', async () => {
    const world = createWorld(['payBooking:hang,commit=after,times=1', 'getBookingDetail:cut,times=1']);
    await world.bookAndLeave(2_000, prepaid);
    const [resumed] = await world.client.resume();
    expect(resumed?.outcome.outcome).toBe('confirmed');
    expect(world.charges()).toEqual(['Approved']);
  });
});

describe('a card that cannot be charged as it was given', () => {
  it('is a mistake of its caller, no emergency, and the booking waits', async () => {
    const world = createWorld(['payBooking:payment=declined,times=1']);
    const bookingId = await world.bookId(prepaid);
    const odd = { ...payment, CreditCard: { ...payment.CreditCard, NumberPayments: 77 } };
    expect(await world.client.pay({ bookingId, payment: odd })).toMatchObject({
      outcome: 'pending',
      bookingId,
      error: { name: 'InstalmentsError' },
    });
    expect((await world.client.pay({ bookingId, payment })).outcome).toBe('confirmed');
  });

  it('is distinguished from a concurrent booking', async () => {
    const world = createWorld(['payBooking:payment=declined,nth=1-2']);
    const bookingId = await world.bookId(prepaid);
    const both = await Promise.all([1, 2].map(() => world.client.pay({ bookingId, payment })));
    expect(both.map(({ outcome }) => outcome)).toEqual(['payment-declined', 'confirmed']);
    expect(world.charges()).toEqual(['Declined', 'Declined', 'Approved']);
  });

  it('never makes pay reject', async () => {
    const world = createWorld(['payBooking:payment=declined,times=1']);
    const bookingId = await world.bookId(prepaid);
    world.sandbox.faults.arm('getBookingDetail:status=401');
    expect(await world.client.pay({ bookingId, payment })).toMatchObject({ outcome: 'pending', bookingId });
  });
});

describe('a booking of another client', () => {
  const foreign = { BookingId: '999', ExternalReference: 'foreign' };
  const anothers = (operation: string) =>
    changing(operation, ({ Booking, ...rest }) => {
      const { Services, ...booking } = Booking as Json & { Services: Json[] };
      const others = Services.map(entry => ({ ...entry, ExternalReference: 'foreign' }));
      return { ...rest, Booking: { ...booking, ...foreign, Services: others } };
    });

  it('is not believed to be the one whose answer was lost', async () => {
    const world = createWorld(['hotel.doBooking:cut,commit=before,times=1'], {
      change: anothers('GetBooking'),
    });
    const outcome = await world.book();
    expect(outcome.outcome).toBe('confirmed');
    expect(Object(outcome).bookingId).not.toBe('999');
    expect(count(world.calls(), 'look-up')).toBe(7);
  });

  it('is not read as the voucher of another one', async () => {
    const world = createWorld([], { change: anothers('GetBookingDetail') });
    expect((await world.book()).outcome).toBe('ask-support');
  });
});

describe('an answer to DoBooking', () => {
  it('of a whole trip is read for the service that was booked', async () => {
    const world = createWorld();
    const { bookingId: attachTo, booking } = Object(await world.book());
    world.sandbox.faults.arm('hotel.doBooking:timeline=rejected');
    const whole = changing('DoBooking', answer => ({
      ...answer,
      bookingStatus: 'CONFIRMED',
      Status: 'CONFIRMADO',
      Services: [...booking.Services, ...(answer.Services as Json[])],
    }));
    const client = clientOf({
      fetch: async (input, init) => whole(String(input), await world.fetch(input, init)),
      clock: world.sandbox.clock,
    });
    const criteria = { ...hotelRequest.criteria, CheckinDate: '2027-02-10', CheckoutDate: '2027-02-12' };
    expect((await client.book({ ...hotelRequest, criteria, attachTo }, () => true)).outcome).toBe('rejected');
  });

  it.each<[string, (answer: Json) => Json, number]>([
    ['FAILED and Errors[] alone', () => ({ bookingStatus: 'FAILED' }), 0],
    ['Errors[] alone', () => ({}), 30],
    ['FAILED, Errors[] and no BookingId', answer => ({ ...answer, BookingId: '' }), 0],
  ])('flow.4: that has %s is a failure with its reasons, sent once', async (_, said, minutes) => {
    const Errors = [{ Code: 'NoAvailability', Message: 'sold out' }];
    const change = changing('DoBooking', answer => ({ ...said(answer), Errors }));
    const faults = ['hotel.doBooking:timeline=failed', 'getBooking:visibility,hiddenFor=PT9H'];
    const world = createWorld(faults, { change });
    expect(await world.book()).toMatchObject({ outcome: 'failed', reasons: [{ Message: 'sold out' }] });
    expect(count(world.calls(), 'book')).toBe(1);
    expect(world.minutes()).toBe(minutes);
  });

  it.each(['', '0'])(
    'poll.technical-problem: with the id "%s" is looked up by its reference',
    async BookingId => {
      const world = createWorld(['hotel.doBooking:timeline=technical-problem;confirmed@PT12M'], {
        change: changing('DoBooking', answer => ({ ...answer, BookingId })),
      });
      expect((await world.book()).outcome).toBe('confirmed');
      expect(count(world.calls(), 'book')).toBe(1);
    },
  );

  it('err.429: that is always refused is sent five times, by one key, and is an error', async () => {
    const keys = new Set<string | null>();
    const world = createWorld(['hotel.doBooking:status=429,retryAfter=100'], {
      tap: (url, _, headers) => url.includes('DoBooking') && keys.add(headers.get('idempotency-key')),
    });
    expect(await world.book()).toMatchObject({ outcome: 'error', error: { status: 429 } });
    expect(count(world.calls(), 'book')).toBe(5);
    expect(keys.size).toBe(1);
  });
});
