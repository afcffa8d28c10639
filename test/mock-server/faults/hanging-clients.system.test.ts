import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import type { MockSupplier, MockSupplierOptions, Sandbox } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { bytesOf, type HangingClients, startHanging } from './hanging-clients.ts';

const many = 1_000;
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

const isDone = ({ clock, journal }: Sandbox): boolean =>
  clock.waits().length === 0 && journal.read().every(({ facts }) => facts.closed);

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('calls that hang, a thousand at a time, are listed by the clock, do not delay others, and free their memory when their clients leave', async () => {
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
