import { expect, it } from 'vitest';
import type { ServiceStatus } from '#contracts';
import { bookingBody, bookOnRequest, startSupplier } from '../hotel-client.ts';

const minutes = 60_000;

function start(...faults: string[]) {
  const started = startSupplier({ faults });
  return { ...started, wait: (by: number) => started.clock.advance({ by }) };
}

it('the server confirms an OnRequest after 20 minutes, and shows it only to a client that polls (trans.confirm, trans.sync, flow.5)', async () => {
  const { client, wait } = start();
  const { BookingId } = await bookOnRequest(client);
  const listed = async () => (await client.list()).Bookings[0]?.bookingStatus;
  const polled = async () => (await client.detail(BookingId)).Booking?.bookingStatus;
  wait(20 * minutes - 1);
  expect(await polled()).toBe('PENDING');
  const move = { bookingId: BookingId, serviceId: `${BookingId}01`, from: 'on-request', to: 'confirmed' };
  expect(wait(1).fired).toEqual([{ at: Date.parse('2026-11-20T10:20:00Z'), ...move }]);
  expect(await listed()).toBe('PENDING');
  expect(await polled()).toBe('CONFIRMED');
  expect(await listed()).toBe('CONFIRMED');
});

it('the server synchronises by GetBooking as by GetBookingDetail (trans.sync)', async () => {
  const { client, wait } = start();
  const { BookingId } = await bookOnRequest(client);
  wait(20 * minutes);
  const { body } = await client.call('getBooking', { BookingId });
  expect(body.Booking?.bookingStatus).toBe('CONFIRMED');
});

async function followUp(status: ServiceStatus, later: ServiceStatus) {
  const { client, wait } = start(`hotel.doBooking:timeline=${status};${later}@PT12M`);
  const { BookingId, bookingStatus, Status } = await client.book();
  const seen = [`${bookingStatus} ${Status}`];
  const poll = async () => {
    const { Booking } = await client.detail(BookingId);
    seen.push(`${Booking?.bookingStatus} ${Booking?.Status}`);
  };
  await poll();
  wait(12 * minutes);
  await poll();
  return seen;
}

const unknown = 'TechnicalProblem PROBLEMA TECNICO';
const pending = 'Pending EM PROGRESSO'; // spelled so as long as it did not begin as OnRequest
it.each<[status: ServiceStatus, shown: string, later: ServiceStatus, final: string]>([
  ['technical-problem', unknown, 'confirmed', 'CONFIRMED CONFIRMADO'],
  ['technical-problem', unknown, 'cancelled', 'Cancelled CANCELADO'],
  ['pending', pending, 'confirmed', 'CONFIRMED CONFIRMADO'],
  ['in-progress', 'PENDING EM PROGRESSO', 'rejected', 'Rejected REJEITADO'],
  ['credit-blocked', 'PENDING SOLICITACAO DE RESERVA', 'rejected', 'Rejected REJEITADO'],
])(
  'the server shows %s as %s, and to a client that polls the later %s as %s (poll.pending, poll.technical-problem, status.problema-tecnico, status.em-progresso, status.solicitacao)',
  async (status, shown, later, final) => {
    expect(await followUp(status, later)).toEqual([shown, shown, final]);
  },
);

it('the server answers 500, and books nothing, where it fails itself (err.500)', async () => {
  const { client, sandbox } = start();
  const body = bookingBody(await client.conditions());
  sandbox.inventory.current.quotes.get = () => {
    throw new Error('no price was found');
  };
  const { status, text } = await client.call('hotel.doBooking', body);
  expect(status).toBe(500);
  const Message = expect.stringContaining('no price was found');
  expect(JSON.parse(text)).toEqual({ Errors: [{ Code: 'InternalError', Message }] });
  expect((await client.list()).Bookings).toEqual([]);
});

it('the server keeps no room, and no due change, of a booking that was cancelled while on request', async () => {
  const { client, wait } = start();
  const { BookingId } = await bookOnRequest(client);
  await client.cancel(BookingId);
  expect(wait(20 * minutes).fired).toEqual([]);
  expect((await client.detail(BookingId)).Booking?.bookingStatus).toBe('Cancelled');
});

it('the server jumps a per-poll clock to when a poll was due', async () => {
  const { clock, client } = startSupplier({
    clock: { mode: 'per-poll', start: Date.parse('2026-11-20T10:00:00Z') },
    machine: { now: () => 0, monotonic: () => 0, afterMacrotask: () => {}, timer: () => () => {} },
  });
  const { BookingId } = await bookOnRequest(client);
  const seen: string[] = [];
  for (let poll = 0; poll < 3; poll += 1) {
    const { Booking } = await client.detail(BookingId);
    seen.push(`${new Date(clock.now()).toISOString().slice(11, 16)} ${Booking?.bookingStatus}`);
  }
  expect(seen).toEqual(['10:10 PENDING', '10:20 CONFIRMED', '10:20 CONFIRMED']);
});

const hours = 3_600_000;

function startTimeline(steps: string) {
  const faults = [`hotel.doBooking:timeline=${steps}`];
  const { client, clock, store } = startSupplier({ faults, options: { rateLimit: false } });
  const moves = (by: number) => clock.advance({ by }).fired.map(({ from, to }) => `${from} > ${to}`);
  return { client, moves, store };
}

it('the server takes the steps of a timeline in the order of their instants, however they were written', async () => {
  const { client, moves } = startTimeline('confirmed@PT20M;in-progress;pending@PT10M');
  expect((await client.book()).bookingStatus).toBe('PENDING');
  expect(moves(24 * hours)).toEqual(['in-progress > pending', 'pending > confirmed']);
});

it('the server refuses a timeline whose steps are not in order of time, when it is armed and not when a client books', () => {
  const armed = () => startTimeline('in-progress;pending@PT20M;confirmed@PT10M');
  expect(armed).toThrow('cannot go from confirmed to pending');
});

it.each<[ServiceStatus, ServiceStatus]>([
  ['on-request', 'pending'],
  ['in-progress', 'on-request'],
])('the server expires what is %s, then %s and then silent after a day (trans.expire)', async (one, next) => {
  const { client, moves } = startTimeline(`${one};${next}@PT12M`);
  await client.book();
  expect(moves(24 * hours - 1)).toHaveLength(1);
  expect(moves(1)).toEqual([expect.stringMatching(/ > expired$/)]);
});

it('the server lets an OnRequest that moves later than 24 hours after DoBooking expire when it moved (trans.expire)', async () => {
  const { client, moves } = startTimeline('on-request;pending@PT30H');
  await client.book();
  expect(moves(30 * hours - 1)).toEqual([]);
  expect(moves(1)).toEqual(['on-request > pending', 'pending > expired']);
});

const open = ['pending', 'in-progress', 'technical-problem', 'awaiting-payment', 'credit-blocked'];
it.each(open)('the server leaves what began as %s while the supplier is silent (poll.pending)', async one => {
  const { client, moves } = startTimeline(one);
  await client.book();
  expect(moves(72 * hours)).toEqual([]);
});

it('the server keeps what happened to a service that is cancelled at the instant it was booked', async () => {
  const { client, store } = startTimeline('confirmed');
  const { BookingId } = await client.book();
  await client.cancel(BookingId);
  const [service] = store.booking(BookingId)?.services ?? [];
  expect(service?.timeline.map(step => step.status)).toEqual(['confirmed', 'cancelled']);
});
