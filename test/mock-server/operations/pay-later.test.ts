import { describe, expect, it } from 'vitest';
import { testStart } from '../hotel-client.ts';
import { cards, startPaying } from '../payment-client.ts';

const minutes = 60_000;

describe('a booking that can be paid later', () => {
  it('field.can-pay-later, svc.3: is paid by payBooking, which leaves its status as it is', async () => {
    const { book, pay, look, wait } = startPaying();
    const booked = await book('payLater');
    const before = await look(booked.BookingId);
    expect(before.Payments).toEqual([]);
    wait(60 * minutes);
    const { body } = await pay(booked);
    expect(body).toMatchObject({ PaymentStatus: 'Approved', bookingStatus: 'CONFIRMED', Errors: [] });
    const { Payments, UpdatedAt, ...after } = await look(booked.BookingId);
    expect(Payments).toMatchObject([
      { Amount: booked.TotalSellingPrice, PaymentStatus: 'Approved', PaidAt: '2026-11-20 11:00:00' },
    ]);
    expect({ ...after, Payments: [], UpdatedAt: before.UpdatedAt }).toEqual(before);
    expect(UpdatedAt).toBe('2026-11-20 11:00:00');
  });

  it('has its pending card approved 10 minutes later, and no status moves', async () => {
    const { book, pay, paymentsOf, wait, sandbox } = startPaying();
    const booked = await book('payLater');
    const words = { PaymentStatus: 'Pending', bookingStatus: 'CONFIRMED' };
    expect((await pay(booked, 'pending')).body).toMatchObject(words);
    const { timeline } = sandbox.store.booking(booked.BookingId)?.services[0] ?? {};
    wait(10 * minutes - 1);
    expect(await paymentsOf(booked.BookingId)).toEqual(['Pending']);
    expect(wait(1).fired).toEqual([]);
    expect(await paymentsOf(booked.BookingId)).toEqual(['Approved']);
    const [service] = sandbox.store.booking(booked.BookingId)?.services ?? [];
    expect(service).toMatchObject({ truth: 'confirmed', timeline });
    expect((await pay(booked)).status).toBe(400);
  });

  it('trans.sync: has its pending card followed up on a per-poll clock as well', async () => {
    const { book, pay, look, sandbox, wait } = startPaying({
      clock: { mode: 'per-poll', start: testStart },
      machine: { now: () => 0, monotonic: () => 0, afterMacrotask: () => {}, timer: () => () => {} },
    });
    const booked = await book('payLater');
    wait(3 * minutes);
    await pay(booked, 'pending');
    expect((await look(booked.BookingId)).Payments).toMatchObject([{ PaymentStatus: 'Approved' }]);
    expect(sandbox.clock.now() - testStart).toBe(13 * minutes);
    await look(booked.BookingId);
    expect(sandbox.clock.now() - testStart).toBe(13 * minutes);
  });

  it.each([
    ['cancelled@PT25M', 25, 'Declined'],
    ['confirmed@PT25M', 25, 'Approved'],
    ['cancellation-failed@PT25M', 25, 'Approved'],
    ['cancellation-failed@PT5M', 10, 'Approved'], // 10 minutes after its payment
  ] as const)(
    'whose cancellation ends as %s has its pending card settled after %i minutes: %s',
    async (step, after, settled) => {
      const faults = [`cancelBooking:timeline=pending-cancellation;${step}`];
      const { book, pay, paymentsOf, wait, client } = startPaying({ faults });
      const booked = await book('payLater');
      await pay(booked, 'pending');
      await client.cancel(booked.BookingId);
      wait(after * minutes - 1);
      expect(await paymentsOf(booked.BookingId)).toEqual(['Pending']);
      wait(1);
      expect(await paymentsOf(booked.BookingId)).toEqual([settled]);
    },
  );

  it('ep.list: is listed as changed when its card is approved, with the time of that', async () => {
    const { book, pay, look, wait, client } = startPaying();
    const booked = await book('payLater');
    await pay(booked, 'pending');
    wait(10 * minutes);
    const { Bookings } = await client.list({ UpdatedFrom: '2026-11-20 10:10:00' });
    expect(Bookings.map(entry => [entry.BookingId, entry.UpdatedAt])).toEqual([
      [booked.BookingId, '2026-11-20 10:10:00'],
    ]);
    expect((await look(booked.BookingId)).Payments).toMatchObject([{ PaidAt: '2026-11-20 10:10:00' }]);
  });

  it('flow.5: on request is paid once the supplier has taken it, and by no one before', async () => {
    const { book, pay, look, paymentsOf, wait } = startPaying();
    const booked = await book('onRequest');
    const early = await pay(booked);
    expect(early.status).toBe(400);
    expect(early.text).toContain('no card is charged before the supplier accepts the service');
    expect(await paymentsOf(booked.BookingId)).toEqual([]);
    wait(20 * minutes);
    const words = { PaymentStatus: 'Approved', bookingStatus: 'CONFIRMED', Status: 'CONFIRMADO' };
    expect((await pay(booked)).body).toMatchObject(words);
    expect(await look(booked.BookingId)).toMatchObject({ bookingStatus: 'CONFIRMED' });
  });
});

describe('a Payment sent with DoBooking', () => {
  it.each([
    ['prepaid', 'IsPrePayment', 'AGUARDANDO PAGAMENTO'],
    ['payLater', 'CanPayLater', 'CONFIRMADO'],
  ] as const)('flow.6: of a %s room is not charged, because %s is true', async (plan, flag, word) => {
    const { sandbox, book, pay, paymentsOf } = startPaying();
    const booked = await book(plan, {}, { PaymentConditionId: 'of another offer' });
    expect(booked).toMatchObject({ status: 200, Status: word, Errors: [] });
    expect(await paymentsOf(booked.BookingId)).toEqual([]);
    const [entry] = sandbox.journal.read({ operation: 'hotel.doBooking' });
    const message = `nothing was charged: ${flag} is true, so send the card with payBooking`;
    expect(entry?.facts.warnings).toEqual([{ kind: 'ignored', field: 'Payment', message }]);
    expect((await pay(booked)).body.PaymentStatus).toBe('Approved');
  });

  it('flow.6: of a room that is charged at once is charged without a warning, and not by payBooking again', async () => {
    const { sandbox, book, pay, paymentsOf } = startPaying();
    const booked = await book('payNow');
    expect(sandbox.journal.read({ operation: 'hotel.doBooking' })[0]?.facts.warnings).toBeUndefined();
    expect((await pay(booked)).status).toBe(400);
    expect(await paymentsOf(booked.BookingId)).toEqual(['Approved']);
  });
});

const unpaid = ['prepaid', 'payLater'] as const;
it.each(unpaid)('fifty payments of one booking at once charge a %s room exactly once', async plan => {
  for (const card of ['approved', 'pending'] as const) {
    const { book, pay, paymentsOf, wait } = startPaying();
    const booked = await book(plan);
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(booked, card)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...new Array(49).fill(400)]);
    wait(10 * minutes);
    expect(await paymentsOf(booked.BookingId)).toEqual(['Approved']);
  }
});

/** A client that books rooms whose card is charged with DoBooking, and always pays by the same card. */
function start(card: 'approved' | 'declined' | 'pending', ...faults: string[]) {
  const paying = startPaying({ faults });
  const book = (change = {}) => paying.book('payNow', change, { card: { CardNumber: cards[card] } });
  const look = async (id: string) => {
    const { bookingStatus, Payments } = await paying.look(id);
    return [bookingStatus, Payments.map(payment => payment.PaymentStatus)];
  };
  return { ...paying, book, look };
}

it('the server settles a pending card with the service it pays for, and no other one', async () => {
  const { book, look, wait } = start('pending');
  const { BookingId } = await book();
  wait(5 * minutes);
  await book({ BookingId });
  wait(5 * minutes);
  expect((await look(BookingId))[1]).toEqual(['Approved', 'Pending']);
  wait(5 * minutes);
  expect((await look(BookingId))[1]).toEqual(['Approved', 'Approved']);
});

it('the server does not charge a pending card for a booking that is cancelled or refused in the meantime', async () => {
  const { book, client, look, wait } = start('pending');
  const { BookingId } = await book();
  await client.cancel(BookingId);
  wait(10 * minutes);
  expect(await look(BookingId)).toEqual(['Cancelled', ['Declined']]);
  const refused = start('pending', 'hotel.doBooking:timeline=pending;rejected@PT1M');
  const { BookingId: id } = await refused.book();
  refused.wait(minutes);
  expect(await refused.look(id)).toEqual(['Rejected', ['Declined']]);
});

it('the server settles a pending card at once where the supplier confirms at once', async () => {
  const { book, look } = start('pending', 'hotel.doBooking:timeline=confirmed');
  expect(await look((await book()).BookingId)).toEqual(['CONFIRMED', ['Approved']]);
});

const refusals = ['rejected', 'failed'] as const;
it.each(refusals)('the server charges and declines no card for what is %s at once (flow.4)', async status => {
  for (const card of ['approved', 'declined', 'pending'] as const) {
    const { book, look } = start(card, `hotel.doBooking:timeline=${status}`);
    const { BookingId, Errors } = await book();
    expect(await look(BookingId)).toEqual([expect.stringMatching(/^(Rejected|FAILED)$/), []]);
    expect(Errors).toEqual([]);
  }
});

it('the server books nothing when a card is declined, whatever the supplier would have done with the booking', async () => {
  const { book, look, wait } = start('declined', 'hotel.doBooking:timeline=pending');
  const { BookingId, Errors } = await book();
  expect(Errors).toMatchObject([{ Code: 'PaymentDeclined' }]);
  wait(24 * 60 * minutes);
  expect(await look(BookingId)).toEqual(['FAILED', ['Declined']]);
});
