import { describe, expect, it } from 'vitest';
import type { BookingRequest, Client } from '#client';
import type { Sandbox } from '#mock-server';
import { testStart } from '../../mock-server/hotel-client.ts';
import { leaving, payment } from '../flow/world.ts';
import { book, prepaid, stay, stayWhere } from './requests.ts';
import { bookingsOf, createStage, minutesOf, truthsOf } from './stage.ts';

const unasked = () => {
  throw new Error('asked again');
};
const named: BookingRequest = { ...stay, reference: 'trip 1' };

const bookAndLeave = ({ book }: Client, { clock }: Sandbox, minutes: number) =>
  leaving(book, { clock, ms: minutes * 60_000, request: stay });

const looks = (sandbox: Sandbox): number[] => minutesOf(sandbox, 'getBookingDetail');

describe('polling that another process began', () => {
  it.each([
    ['technical-problem', 7, [5, 10, 15, 20, 25, 30]],
    ['technical-problem', 4, [5, 10, 15, 20, 25, 30]],
    ['pending', 12, [10, 20, 30]],
    ['pending', 29, [10, 20, 30]],
  ])(
    'poll.technical-problem, poll.pending: continues the polling of a %s after %i minutes',
    async (status, minutes, expected) => {
      const { sandbox, newClient } = createStage([`hotel.doBooking:timeline=${status}`]);
      await bookAndLeave(newClient(), sandbox, minutes);
      const [resumed] = await newClient().resume();
      expect(resumed?.outcome).toMatchObject({ outcome: 'ask-support', support: { channel: 'e-mail' } });
      expect(looks(sandbox)).toEqual(expected);
    },
  );

  it('trans.expire: lets an OnRequest expire a day after it was booked, not after it was resumed', async () => {
    const { sandbox, newClient } = createStage(['hotel.doBooking:timeline=on-request']);
    await bookAndLeave(newClient(), sandbox, 23 * 60);
    const [resumed] = await newClient().resume();
    expect(resumed?.outcome.outcome).toBe('expired');
    expect(looks(sandbox).at(-1)).toBe(24 * 60);
    expect(looks(sandbox)).toHaveLength(24 * 6);
  });

  it('starts polling again when the status has changed', async () => {
    const { sandbox, newClient } = createStage(['hotel.doBooking:timeline=technical-problem;pending@PT18M']);
    await bookAndLeave(newClient(), sandbox, 24);
    await newClient().resume();
    expect(looks(sandbox)).toEqual([5, 10, 15, 20, 30, 40, 50]);
  });

  it('poll.pending: looks a booking up only once more after support was asked', async () => {
    const { client, sandbox } = createStage(['hotel.doBooking:timeline=pending']);
    expect((await book(client)).outcome).toBe('ask-support');
    await sandbox.clock.sleep(60 * 60_000);
    expect(await book(client)).toMatchObject({
      outcome: 'ask-support',
      why: expect.stringContaining('the polling plan has ended'),
    });
    expect(looks(sandbox)).toEqual([10, 20, 30, 90]);
  });

  it('trans.expire: reports an OnRequest that is still open days later as expired', async () => {
    const { sandbox, newClient } = createStage(['hotel.doBooking:timeline=on-request']);
    await bookAndLeave(newClient(), sandbox, 12);
    await sandbox.clock.sleep(3 * 24 * 60 * 60_000);
    expect((await newClient().resume())[0]?.outcome.outcome).toBe('expired');
    expect(looks(sandbox)).toHaveLength(2);
  });
});

describe('a repeated request', () => {
  it('is known by its reference before anything is searched for, and asks its user nothing', async () => {
    const { client, sandbox } = createStage();
    const first = await book(client, named);
    const again = await client.book(named, unasked);
    expect(again).toMatchObject({ outcome: 'confirmed', bookingId: Object(first).bookingId });
    expect(minutesOf(sandbox, 'hotel.search')).toHaveLength(1);
    expect(bookingsOf(sandbox)).toHaveLength(1);
  });

  it('is known by its stay after the Search, and asks its user nothing', async () => {
    const { client, sandbox } = createStage();
    await book(client);
    const again = await client.book(stay, unasked);
    expect(again.outcome).toBe('confirmed');
    expect(minutesOf(sandbox, 'hotel.getBookingConditions')).toHaveLength(1);
  });

  it('is booked again, after one look-up, when the first booking was cancelled', async () => {
    const { client, sandbox } = createStage();
    const first = await book(client, named);
    await client.cancel({ bookingId: Object(first).bookingId });
    const before = looks(sandbox).length;
    expect((await book(client, named)).outcome).toBe('confirmed');
    expect(looks(sandbox).length - before).toBe(2); // one of them reads the new voucher
    expect(truthsOf(sandbox)).toEqual(['cancelled', 'confirmed']);
  });

  it('does not fail while the supplier is unavailable', async () => {
    const { client, sandbox } = createStage();
    const first = await book(client, named);
    sandbox.faults.arm('getBookingDetail:status=503');
    const { bookingId } = Object(first);
    expect(await book(client, named)).toMatchObject({ outcome: 'ask-support', bookingId });
    sandbox.faults.clear();
    await sandbox.clock.sleep(60_000);
    expect(await book(client, named)).toMatchObject({ outcome: 'confirmed', bookingId });
  });

  it('waits for another process that makes it, and shares the outcome', async () => {
    const { sandbox, newClient } = createStage(['hotel.doBooking:delay=PT20S']);
    const [one, other] = [newClient(), newClient()];
    const first = book(one, named);
    await sandbox.clock.sleep(5_000);
    const asked = other.book(named, unasked);
    expect((await asked).outcome).toBe('confirmed');
    expect((await first).outcome).toBe('confirmed');
    expect(minutesOf(sandbox, 'hotel.search')).toHaveLength(1);
  });
});

it.each([named, stay])(
  'a booking that another process holds asks support when the other process writes nothing for a quarter of an hour',
  async request => {
    const { sandbox, newClient } = createStage(['hotel.doBooking:hang,times=1']);
    const never = new Promise<never>(() => undefined);
    // The client hangs in the middle of its claim, because its clock stands still.
    const stopped = newClient({ clock: { now: sandbox.clock.now, sleep: () => never } });
    void book(stopped, request);
    await sandbox.clock.sleep(1_000);
    expect(await book(newClient(), request)).toMatchObject({
      outcome: 'ask-support',
      why: expect.stringContaining('another process holds the booking'),
    });
    expect(sandbox.faults.list()).toMatchObject([{ seen: 1, fired: 1 }]); // no other process has sent one
    expect(sandbox.clock.now() - testStart).toBeLessThan(16 * 60_000);
  },
);

describe('a booking that waits for its card', () => {
  const declining = ['payBooking:payment=declined,times=1'];

  it('svc.3, status.aguardando: is paid by another card, with nothing searched or booked again', async () => {
    const { client, sandbox } = createStage(declining);
    const declined = await book(client, prepaid);
    const { bookingId } = Object(declined);
    expect(declined.outcome).toBe('payment-declined');
    sandbox.faults.arm('hotel.search:cut', 'hotel.getBookingConditions:sold-out');
    expect(await client.pay({ bookingId, payment })).toMatchObject({ outcome: 'confirmed', bookingId });
    expect(minutesOf(sandbox, 'hotel.search')).toHaveLength(1);
    expect(minutesOf(sandbox, 'payBooking')).toHaveLength(2);
  });

  it('is paid by another process, that found it when it resumed', async () => {
    const { newClient } = createStage(declining);
    const { bookingId } = Object(await book(newClient(), prepaid));
    const later = newClient();
    expect((await later.resume())[0]?.outcome).toMatchObject({ outcome: 'pending', bookingId });
    expect(await later.pay({ bookingId, payment })).toMatchObject({ outcome: 'confirmed', bookingId });
    expect(await later.resume()).toEqual([]);
  });

  it('is charged once when it is paid twice at once, and not again once it is paid', async () => {
    const { client, sandbox } = createStage(declining);
    const { bookingId } = Object(await book(client, prepaid));
    const pay = () => client.pay({ bookingId, payment });
    const outcomes = [...(await Promise.all([pay(), pay()])), await pay()];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(minutesOf(sandbox, 'payBooking')).toHaveLength(2); // the declined charge, and this one
  });

  it('is reported as unknown where no record says how it can be paid', async () => {
    const { client, sandbox } = createStage();
    expect(await client.pay({ bookingId: '4711', payment })).toMatchObject({
      outcome: 'error',
      bookingId: '4711',
      error: { name: 'UnknownBookingError', message: expect.stringContaining('booking 4711') },
    });
    expect(sandbox.journal.read()).toEqual([]);
  });
});

it('a lost payment of a trip is not taken for paid because another service of the trip is', async () => {
  const { client, sandbox } = createStage();
  const first = await book(client, prepaid);
  const { bookingId: attachTo } = Object(first);
  sandbox.faults.arm('payBooking:cut,times=1');
  const others = stayWhere(offer => offer.isPrePayment && offer.name !== Object(first).name);
  const second = await book(client, {
    ...others,
    criteria: { ...others.criteria, CheckinDate: '2027-02-10', CheckoutDate: '2027-02-12' },
    attachTo,
  });
  expect(second.outcome).toBe('confirmed');
  expect(minutesOf(sandbox, 'payBooking')).toHaveLength(3);
});
