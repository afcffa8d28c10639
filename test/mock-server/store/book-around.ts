import { expect } from 'vitest';
import { bookingBody, type HotelClient } from '../hotel-client.ts';

/** A failure of the store. `isReady` returns the status of the readiness probe. */
export interface Failure {
  fail(): void;
  mend(): void;
  readonly message: string;
  isReady(): Promise<number>;
}

/** Books, makes the store fail, and mends the store. Returns the ids of the two bookings that were answered. */
export async function bookAround(client: HotelClient, { fail, mend, message, isReady }: Failure) {
  const first = await client.book();
  const conditions = await client.conditions();
  await client.book(await client.conditions()); // the token of `conditions` is durable now
  expect(await isReady()).toBe(200);
  fail();
  expect(await isReady()).toBe(503);
  const refused = await client.call('hotel.doBooking', bookingBody(conditions));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(refused.text).toContain(message);
  expect(refused.text).toContain('this call changed nothing, send it again later');
  expect((await client.list()).Bookings).toHaveLength(2);
  mend();
  expect(await isReady()).toBe(200);
  const second = await client.book(conditions);
  expect((await client.list()).Bookings).toHaveLength(3);
  return [first.BookingId, second.BookingId];
}
