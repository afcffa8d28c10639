import { expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { startSupplier } from '../hotel-client.ts';

it('generated ids never come again, neither after a removal nor for a sandbox that was restored', () => {
  const { sandboxes } = createMockSupplier();
  const first = sandboxes.create();
  sandboxes.remove(first.identity.id);
  const second = sandboxes.create();
  sandboxes.remove(second.identity.id);
  const third = sandboxes.restore(first.dump());
  const ids = [first, second, third].map(({ identity }) => identity.id);
  expect(new Set(ids).size).toBe(3);
  expect(second.identity.credentials).not.toEqual(first.identity.credentials);
});

const fault = { id: 'dearer', effect: { kind: 'price' as const, byPercent: 5 } };

it('what a caller passes in and a dump gives out stays apart from the sandbox, its snapshot and its forks', () => {
  const { sandboxes } = createMockSupplier();
  const given = { faults: [structuredClone(fault)], options: { rateLimit: 7 } };
  const origin = sandboxes.create(given);
  const snapshot = origin.dump();
  const fork = sandboxes.restore(snapshot);
  Object.assign(given.faults[0]?.effect ?? {}, { byPercent: 99 });
  Reflect.set(origin.identity.options, 'rateLimit', 1);
  for (const fault of origin.faults.list()) Object.assign(fault.effect, { byPercent: 99 });
  for (const fault of origin.start.faults) Object.assign(fault as object, { effect: undefined });
  for (const { identity, start, faults } of [snapshot, fork.dump()]) {
    expect(identity.options.rateLimit).toBe(7);
    expect([faults.map(armed => armed.fault), start.faults]).toEqual([[fault], [fault]]);
  }
  expect(origin.faults.list()).toEqual([{ ...fault, seen: 0, fired: 0 }]);
});

it('the journal records the length of an answer in bytes, in process too', async () => {
  const { client, journal } = startSupplier();
  const { status, text } = await client.call('getBookingDetail', { BookingId: 'Übersee' });
  expect([status, text]).toEqual([404, expect.stringContaining('Übersee')]);
  const [entry] = journal.read();
  expect(entry?.facts.closed?.bytes).toBe(new TextEncoder().encode(text).length);
});
