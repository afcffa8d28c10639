import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createHotelClient, startSupplier } from '../hotel-client.ts';
import { serve } from '../over-port.ts';
import { bytesOf, startHanging } from './hanging-clients.ts';

const many = 1_000;
const patiently = { timeout: 60_000, interval: 20 };

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('calls that hang, a thousand at a time, are listed by the clock, do not delay others, and free their memory when their clients leave', async () => {
  const options = { rateLimit: false, journalBytes: 200_000 } as const;
  const { supplier, clock, journal } = startSupplier({ faults: ['getBookingList:hang'], options });
  const { port, url } = await serve(supplier);
  const isDone = () => clock.waits().length === 0 && journal.read().every(({ facts }) => facts.closed);
  const heapAfter: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const clients = await startHanging({ port, count: many, bytes: bytesOf('getBookingList') });
    await expect.poll(() => clock.waits().length, patiently).toBe(many);
    expect(clock.waits()[many - 1]).toEqual({ at: null, who: 'getBookingList, held by a fault' });
    const other = createHotelClient(fetch, { baseUrl: url });
    expect((await other.search()).Hotels).toHaveLength(20);
    clients.leave();
    await clients.ended;
    await expect.poll(isDone, patiently).toBe(true);
    collect();
    heapAfter.push(process.memoryUsage().heapUsed);
  }
  const [first = 0, second = 0] = heapAfter;
  // Each hanging call holds 14 kB.
  expect(second - first).toBeLessThan(many * 1_000);
});
