import { expect, it } from 'vitest';
import type { ServiceStatus } from '#contracts';
import { startSupplier } from '../hotel-client.ts';

const hours = 3_600_000;

function start(steps: string) {
  const faults = [`hotel.doBooking:timeline=${steps}`];
  const { supplier, client, clock } = startSupplier({ faults, options: { rateLimit: false } });
  const moves = (by: number) => clock.advance({ by }).fired.map(({ from, to }) => `${from} > ${to}`);
  return { client, moves, supplier };
}

it('the server takes the steps of a timeline in the order of their instants, however they were written', async () => {
  const { client, moves } = start('confirmed@PT20M;in-progress;pending@PT10M');
  expect((await client.book()).bookingStatus).toBe('PENDING');
  expect(moves(24 * hours)).toEqual(['in-progress > pending', 'pending > confirmed']);
});

it('the server refuses a timeline whose steps are not in order of time, when it is armed and not when a client books', () => {
  expect(() => start('in-progress;pending@PT20M;confirmed@PT10M')).toThrow(
    'cannot go from confirmed to pending',
  );
});

it.each<[ServiceStatus, ServiceStatus]>([
  ['on-request', 'pending'],
  ['in-progress', 'on-request'],
])(
  'the server expires a booking that is %s, then %s and then silent 24 hours after DoBooking (trans.expire)',
  async (first, second) => {
    const { client, moves } = start(`${first};${second}@PT12M`);
    await client.book();
    expect(moves(24 * hours - 1)).toHaveLength(1);
    expect(moves(1)).toEqual([expect.stringMatching(/ > expired$/)]);
  },
);

it('the server lets an OnRequest that moves later than 24 hours after DoBooking expire when it moved (trans.expire)', async () => {
  const { client, moves } = start('on-request;pending@PT30H');
  await client.book();
  expect(moves(30 * hours - 1)).toEqual([]);
  expect(moves(1)).toEqual(['on-request > pending', 'pending > expired']);
});

it.each<ServiceStatus>(['pending', 'in-progress', 'technical-problem', 'awaiting-payment', 'credit-blocked'])(
  'the server leaves a booking that began as %s undecided for ever when the supplier is silent (poll.pending)',
  async status => {
    const { client, moves } = start(status);
    await client.book();
    expect(moves(72 * hours)).toEqual([]);
  },
);

it('the server keeps what happened to a service that is cancelled at the instant it was booked', async () => {
  const { client, supplier } = start('confirmed');
  const { BookingId } = await client.book();
  await client.cancel(BookingId);
  const [service] = supplier.sandboxes.require('default').store.booking(BookingId)?.services ?? [];
  expect(service?.timeline.map(step => step.status)).toEqual(['confirmed', 'cancelled']);
});
