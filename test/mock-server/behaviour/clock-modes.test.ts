import { expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { bookOnRequest, createHotelClient, testStart } from '../hotel-client.ts';

const minutes = 60_000;

it('lets half an hour of polling pass at once on an auto clock: it jumps while everyone waits on it', async () => {
  const supplier = createMockSupplier({ clock: { mode: 'auto', start: testStart } });
  const { clock } = supplier.sandboxes.require('default');
  const client = createHotelClient(supplier.fetch);
  const { BookingId } = await bookOnRequest(client);
  const seen: string[] = [];
  while (seen.at(-1) !== 'CONFIRMED' && seen.length < 10) {
    await clock.sleep(9 * minutes, undefined, 'the polling client');
    seen.push((await client.detail(BookingId)).Booking?.bookingStatus ?? '');
  }
  expect(seen).toEqual(['PENDING', 'PENDING', 'CONFIRMED']);
  expect(clock.now()).toBe(testStart + 27 * minutes);
});

it('runs a scaled clock so many times as fast as the machine, from its first request on', async () => {
  let machine = 0;
  const supplier = createMockSupplier({
    clock: { mode: 'scaled', scale: 600, start: testStart, startOnFirstRequest: true },
    machine: {
      now: () => machine,
      monotonic: () => machine,
      afterMacrotask: () => {},
      timer: () => () => {},
    },
  });
  const { clock } = supplier.sandboxes.require('default');
  const client = createHotelClient(supplier.fetch);
  machine = 60_000;
  expect(clock.now()).toBe(testStart);
  const { BookingId } = await bookOnRequest(client);
  machine += 1_999;
  expect((await client.detail(BookingId)).Booking?.bookingStatus).toBe('PENDING');
  machine += 1;
  expect((await client.detail(BookingId)).Booking?.bookingStatus).toBe('CONFIRMED');
});
