import { describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import type { Sandbox } from '#mock-server';
import { bookingBody, createHotelClient, type HotelClient } from '../hotel-client.ts';
import { serve } from '../over-port.ts';
import { cards, offered, paymentOf, plans } from '../payment-client.ts';
import { until } from './raw-call.ts';
import { stage } from './stage.ts';

const clients = 10;

interface Effect {
  operation: OperationId;
  prepare(client: HotelClient): Promise<object>;
  done(sandbox: Sandbox): number;
}

const bookings = (sandbox: Sandbox) => [...sandbox.store.list({ owner: 'demo' })];

const effects: Record<string, Effect> = {
  booking: {
    operation: 'hotel.doBooking',
    prepare: async client => bookingBody(await client.conditions()),
    done: sandbox => sandbox.store.bookingCount,
  },
  charge: {
    operation: 'payBooking',
    async prepare(client) {
      const conditions = await client.conditions(undefined, { isWanted: plans.prepaid });
      const { BookingId } = await client.book(conditions);
      return { BookingId, ...paymentOf(offered(conditions)[0], { card: { CardNumber: cards.approved } }) };
    },
    done: sandbox => bookings(sandbox).flatMap(({ payments }) => payments).length,
  },
  cancellation: {
    operation: 'cancelBooking',
    prepare: async client => ({ BookingId: (await client.book()).BookingId }),
    done: sandbox =>
      bookings(sandbox).filter(({ services }) => services.every(({ truth }) => truth === 'cancelled')).length,
  },
};

const lost = ['cut', 'cut=mid-body', 'status=504', 'body=truncated'];
const commits = ['before', 'after', 'never'] as const;
const cases = Object.keys(effects).flatMap(name =>
  lost.flatMap(fault => commits.map(commit => [name, fault, commit] as const)),
);

it.each(cases)('a %s under %s, commit %s, takes effect once or never', async (name, fault, commit) => {
  const effect = effects[name];
  if (!effect) throw new Error(`there is no effect ${name}`);
  const { operation, prepare, done } = effect;
  const { sandbox, client, last } = await stage();
  const body = await prepare(client);
  sandbox.faults.arm(`${operation}:${fault},commit=${commit},times=1`);
  await client.call(operation, body).catch(() => undefined);
  expect(done(sandbox)).toBe(commit === 'never' ? 0 : 1);
  expect(last()?.faults).toEqual([{ id: 'fault-1', kind: fault.split('=')[0], commit }]);
  const again = await client.call(operation, body);
  // A DoBooking that took effect has consumed its Token, a payment its service, and a cancellation its booking.
  const isRefused = again.status === 400 || (again.body as { Errors: unknown[] }).Errors.length > 0;
  expect([isRefused, done(sandbox)]).toEqual([commit !== 'never', 1]);
});

describe.each(Object.entries(effects))(`${clients} clients at once`, (name, { operation, prepare, done }) => {
  it.each(commits)(`lose as many answers as the fault has times, commit %s: ${name}`, async commit => {
    const times = 4;
    const { supplier, sandbox } = await stage({ clock: { mode: 'real' } });
    const client = createHotelClient(fetch, { baseUrl: (await serve(supplier)).url });
    const bodies = await Promise.all(Array.from({ length: clients }, () => prepare(client)));
    sandbox.faults.arm(`${operation}:cut,commit=${commit},times=${times}`);
    const answers = await Promise.allSettled(bodies.map(body => client.call(operation, body)));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(times);
    await until(() => sandbox.journal.read().every(({ facts }) => facts.closed !== undefined));
    expect(done(sandbox)).toBe(commit === 'never' ? clients - times : clients);
    expect(sandbox.faults.list()).toMatchObject([{ seen: times, fired: times }]);
  });

  it(`have one effect between them when all want the same ${name}, whatever becomes of the answers`, async () => {
    const { supplier, sandbox, client } = await stage();
    const body = await prepare(client);
    sandbox.faults.arm(`${operation}:cut,commit=before,probability=0.5`);
    const remote = createHotelClient(fetch, { baseUrl: (await serve(supplier)).url });
    await Promise.allSettled(Array.from({ length: clients }, () => remote.call(operation, body)));
    expect(done(sandbox)).toBe(1);
  });
});
