import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import type { MockSupplier, MockSupplierOptions, Sandbox } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { bookingBody, createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { bytesOf, type HangingClients, startHanging } from './hanging-clients.ts';

const many = 1_000;
const some = 200;
const patiently = { timeout: 60_000, interval: 20 };

const open: Listening[] = [];
afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close();
});

interface Scene {
  supplier: MockSupplier;
  sandbox: Sandbox;
  listening: Listening;
  /** Opens connections with one call each, and waits until all of them hang. */
  hang(count: number, id: OperationId, body?: object): Promise<HangingClients>;
}

async function setUp(options: MockSupplierOptions): Promise<Scene> {
  const supplier = createTestSupplier({ ...options, options: { rateLimit: false, ...options.options } });
  const sandbox = supplier.sandboxes.require('default');
  const listening = await listen(supplier, { port: 0 });
  open.push(listening);
  return {
    supplier,
    sandbox,
    listening,
    async hang(count, id, body) {
      const clients = await startHanging({ port: listening.port, count, bytes: bytesOf(id, body) });
      await expect.poll(() => sandbox.clock.waits().length, patiently).toBe(count);
      return clients;
    },
  };
}

/** Counts the exchanges by ending; 'open' means that the exchange continues. */
function endings({ journal }: Sandbox, operation: OperationId): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { facts } of journal.read({ operation })) {
    const ending = facts.closed?.ending ?? 'open';
    counts[ending] = (counts[ending] ?? 0) + 1;
  }
  return counts;
}

const isDone = ({ clock, journal }: Sandbox): boolean =>
  clock.waits().length === 0 && journal.read().every(({ facts }) => facts.closed);

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

describe('calls that hang, a thousand at a time,', () => {
  it('are listed by the clock, do not delay others, and free their memory when their clients leave', async () => {
    const { sandbox, listening, hang } = await setUp({
      faults: ['getBookingList:hang'],
      options: { journalBytes: 200_000 },
    });
    const heapAfter: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      const clients = await hang(many, 'getBookingList');
      expect(sandbox.clock.waits()[many - 1]).toEqual({
        at: null,
        who: 'getBookingList, held by a fault',
      });
      const other = createHotelClient((url, init) => fetch(url, init), { baseUrl: listening.url });
      expect((await other.search()).Hotels).toHaveLength(20);
      clients.leave();
      await clients.ended;
      await expect.poll(() => isDone(sandbox), patiently).toBe(true);
      collect();
      heapAfter.push(process.memoryUsage().heapUsed);
    }
    const [first = 0, second = 0] = heapAfter;
    // Each hanging call holds 14 kB.
    expect(second - first).toBeLessThan(many * 1_000);
  });

  it.each([
    { commit: 'before', hanging: 1, gone: 1 },
    { commit: 'after', hanging: 0, gone: 1 },
    { commit: 'never', hanging: 0, gone: 0 },
  ])(
    'take effect as "commit: $commit" says when their clients give up, and once for one Token',
    async expected => {
      const { supplier, sandbox, hang } = await setUp({
        faults: [`hotel.doBooking:hang,commit=${expected.commit}`],
      });
      const client = createHotelClient(supplier.fetch);
      const clients = await hang(some, 'hotel.doBooking', bookingBody(await client.conditions()));
      expect((await client.list()).Bookings).toHaveLength(expected.hanging);
      clients.leave();
      await expect.poll(() => isDone(sandbox), patiently).toBe(true);
      expect((await client.list()).Bookings).toHaveLength(expected.gone);
      expect(endings(sandbox, 'hotel.doBooking')).toEqual({ 'client-gone': some });
    },
  );

  it('end with the server', async () => {
    const { sandbox, listening, hang } = await setUp({ faults: ['getBookingList:hang'] });
    const { ended } = await hang(many, 'getBookingList');
    await listening.close();
    expect(new Set(await ended)).toEqual(new Set(['FIN']));
    await expect.poll(() => endings(sandbox, 'getBookingList')).toEqual({ 'client-gone': many });
    expect(sandbox.clock.waits()).toEqual([]);
  });

  it.each([
    { what: 'reset', end: ({ sandboxes }: MockSupplier) => sandboxes.reset('default') },
    { what: 'dropped', end: ({ sandboxes }: MockSupplier) => sandboxes.remove('default') },
  ])('are reset with a sandbox that is $what, and take no effect any more', async ({ end }) => {
    const { supplier, sandbox, hang } = await setUp({ faults: ['hotel.doBooking:hang,commit=after'] });
    const conditions = await createHotelClient(supplier.fetch).conditions();
    const { ended } = await hang(many, 'hotel.doBooking', bookingBody(conditions));
    const before = sandbox.store.dump();
    end(supplier);
    expect(new Set(await ended)).toEqual(new Set(['RST']));
    await expect.poll(() => endings(sandbox, 'hotel.doBooking')).toEqual({ reset: many });
    expect(sandbox.clock.waits()).toEqual([]);
    expect(sandbox.store.dump()).toEqual(before);
  });
});
