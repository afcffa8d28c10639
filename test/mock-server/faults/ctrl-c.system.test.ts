import { afterEach, expect, it } from 'vitest';
import { type Serving, startServing } from '../../scenarios/cli/run-command.ts';
import { testCriteria } from '../hotel-client.ts';
import { bytesOf, startHanging } from './hanging-clients.ts';

let serving: Serving | undefined;
afterEach(() => serving?.end('SIGKILL'));

const search = { Criteria: testCriteria };
const held = [
  { fault: 'getBookingList:hang,commit=after', bytes: bytesOf('getBookingList') },
  { fault: 'getBookingDetail:delay=PT1H', bytes: bytesOf('getBookingDetail', { BookingId: '1' }) },
  { fault: 'hotel.search:body=slow-drip,over=PT1H', bytes: bytesOf('hotel.search', search) },
];

it('the server ends with 0 on Ctrl-C although calls hang, are delayed and drip, and their connections with it', async () => {
  const faults = held.flatMap(({ fault }) => ['--fault', fault]);
  serving = await startServing([...faults, '--clock', 'manual@2026-11-20T10:00:00Z']);
  const { ready, end } = serving;
  const waits = async () => {
    const clock = await fetch(`${ready.baseUrl}/_control/sandboxes/default/clock`);
    return (await clock.json()).waits.length;
  };
  const port = Number(new URL(ready.baseUrl).port);
  const clients = await Promise.all(held.map(({ bytes }) => startHanging({ port, count: 30, bytes })));
  await expect.poll(waits, { timeout: 30_000 }).toBe(90);
  expect(await end('SIGINT')).toBe(0);
  const ends = await Promise.all(clients.map(({ ended }) => ended));
  expect(new Set(ends.flat())).toEqual(new Set(['FIN']));
});
