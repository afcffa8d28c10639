import { describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { createControlClient } from '../control/control-client.ts';
import { createHotelClient, startSupplier } from '../hotel-client.ts';

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

const generated = (options: MockSupplierOptions = {}) => {
  const { identity } = createMockSupplier(options).sandboxes.create({ id: 'same', seed: 'same' });
  return [identity.credentials[0]?.Password, identity.staticToken, identity.mcpToken];
};

describe('generated passwords and tokens', () => {
  it('are others in each server, although id and seed are the same', () => {
    const [first, second] = [generated(), generated()];
    for (const [index, secret] of first.entries()) {
      expect(secret).toMatch(/^(?:static-|mcp-)?[\da-f]{20}$/);
      expect(second[index]).not.toBe(secret);
    }
  });

  it('are the same in each server whose secrets come from the seed', () => {
    expect(generated({ secretsFrom: 'seed' })).toEqual(generated({ secretsFrom: 'seed' }));
  });

  it('stay through a reset', () => {
    const { sandboxes } = createMockSupplier();
    const { identity } = sandboxes.create({ id: 'same' });
    expect(sandboxes.reset('same').identity).toEqual(identity);
  });
});

it('the mark of a password is the same in forks, and for the sandbox’s own secrets after an import into another process', async () => {
  const here = createMockSupplier({ secretsFrom: 'seed' }); // a key other than that of the process
  const origin = here.sandboxes.create({ id: 'one' });
  const [{ Username, Password } = { Username: '', Password: '' }] = origin.identity.credentials;
  const file = await createControlClient(here.fetch).send('exportSandbox', { id: 'one' });
  const there = createMockSupplier();
  await createControlClient(there.fetch).ask('importSandbox', { body: await file.json() });
  const imported = there.sandboxes.require('one');
  const fork = there.sandboxes.restore(imported.dump());
  for (const text of [Password, origin.identity.staticToken, `Bearer ${origin.identity.mcpToken}`])
    for (const { redactor } of [imported, fork]) expect(redactor.mark(text)).toBe(origin.redactor.mark(text));
  expect(imported.redactor.mark('another')).not.toBe(origin.redactor.mark('another'));
  const baseUrl = 'http://supplier.test/sandbox/one';
  const client = createHotelClient(there.fetch, { baseUrl, credential: { Username, Password } });
  await client.search();
  const [entry] = imported.journal.read();
  expect(entry?.facts.credential?.mark).toBe(`${Username}:${origin.redactor.mark(Password)}`);
});
