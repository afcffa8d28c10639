import { expect, it } from 'vitest';
import type { ServiceStatus } from '#contracts';
import { startSupplier } from '../hotel-client.ts';

const hours = 3_600_000;

function start(steps: string) {
  const faults = [`hotel.doBooking:timeline=${steps}`];
  const { client, clock, store } = startSupplier({ faults, options: { rateLimit: false } });
  const moves = (by: number) => clock.advance({ by }).fired.map(({ from, to }) => `${from} > ${to}`);
  return { client, moves, store };
}

it('the server takes the steps of a timeline in the order of their instants, however they were written', async () => {
  const { client, moves } = start('confirmed@PT20M;in-progress;pending@PT10M');
  expect((await client.book()).bookingStatus).toBe('PENDING');
  expect(moves(24 * hours)).toEqual(['in-progress > pending', 'pending > confirmed']);
});

it('the server refuses a timeline whose steps are not in order of time, when it is armed and not when a client books', () => {
  const armed = () => start('in-progress;pending@PT20M;confirmed@PT10M');
  expect(armed).toThrow('cannot go from confirmed to pending');
});

it.each<[ServiceStatus, ServiceStatus]>([
  ['on-request', 'pending'],
  ['in-progress', 'on-request'],
])('the server expires what is %s, then %s and then silent after a day (trans.expire)', async (one, next) => {
  const { client, moves } = start(`${one};${next}@PT12M`);
  await client.book();
  expect(moves(24 * hours - 1)).toHaveLength(1);
  expect(moves(1)).toEqual([expect.stringMatching(/ > expired$/)]);
});

it('the server lets an OnRequest that moves later than 24 hours after DoBooking expire when it moved (trans.expire)', async () => {
  const { client, moves } = start('on-request;pending@PT30H');
  await client.book();
  expect(moves(30 * hours - 1)).toEqual([]);
  expect(moves(1)).toEqual(['on-request > pending', 'pending > expired']);
});

const open = ['pending', 'in-progress', 'technical-problem', 'awaiting-payment', 'credit-blocked'];
it.each(open)(
  'the server leaves what began as %s while the supplier is silent (poll.pending)',
  async step => {
    const { client, moves } = start(step);
    await client.book();
    expect(moves(72 * hours)).toEqual([]);
  },
);

it('the server keeps what happened to a service that is cancelled at the instant it was booked', async () => {
  const { client, store } = start('confirmed');
  const { BookingId } = await client.book();
  await client.cancel(BookingId);
  const [service] = store.booking(BookingId)?.services ?? [];
  expect(service?.timeline.map(step => step.status)).toEqual(['confirmed', 'cancelled']);
});
