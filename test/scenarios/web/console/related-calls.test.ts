import { describe, expect, it } from 'vitest';
import type { BookingView } from '#contracts/control';
import { readFault } from '#contracts/fault';
import { bookingsOf } from '#mock-server';
import { relatedCalls } from '#scenarios/web/console/related-calls';
import { createHotelClient, createTestSupplier } from '../../../mock-server/hotel-client.ts';

async function play() {
  const supplier = createTestSupplier();
  const client = createHotelClient((url, init) => supplier.fetch(url, init));
  const sandbox = supplier.sandboxes.require('default');
  const booked = [await client.book(), await client.book()];
  const [first = '', second = ''] = booked.map(({ BookingId }) => String(BookingId));
  await client.detail(first);
  await client.list();
  await client.search();
  const references = { never: 'unmade', before: 'my-trip', after: undefined };
  for (const [commit, reference] of Object.entries(references)) {
    sandbox.clock.advance({ by: 60_000 });
    sandbox.faults.arm(readFault(`hotel.doBooking:cut,commit=${commit},times=1`));
    const conditions = await client.conditions();
    await client.book(conditions, { ExternalReference: reference }).catch(() => {});
  }
  await client.call('getBooking', { ExternalReference: 'my-trip' });
  await client.book(undefined, { ExternalReference: 'same-moment' });
  const calls = sandbox.journal.read().map(({ facts }) => facts);
  const bookings = bookingsOf(sandbox);
  const operationsOf = (isWanted: (booking: BookingView) => boolean) => {
    const booking = bookings.find(isWanted);
    return booking && relatedCalls(calls, booking).map(({ operation, number }) => `${number} ${operation}`);
  };
  return { first, second, operationsOf };
}

const { first, second, operationsOf } = await play();

describe('relatedCalls', () => {
  it('returns the calls whose Tokens led to a booking, and the later calls that name the booking', () => {
    expect(operationsOf(({ bookingId }) => bookingId === first)).toEqual([
      '1 hotel.search',
      '2 hotel.getBookingConditions',
      '3 hotel.doBooking',
      '7 getBookingDetail',
      '8 getBookingList',
    ]);
  });

  it('returns no calls of another booking', () => {
    const operations = operationsOf(({ bookingId }) => bookingId === second);
    expect(operations?.map(text => text.split(' ')[0])).toEqual(['4', '5', '6', '8']);
  });

  it('returns the calls that made a booking whose answer was lost, and the look-up by its reference', () => {
    expect(operationsOf(({ reference }) => reference === 'my-trip')).toEqual([
      '13 hotel.search',
      '14 hotel.getBookingConditions',
      '15 hotel.doBooking',
      '19 getBooking',
    ]);
    expect(operationsOf(({ reference }) => reference === 'same-moment')).toEqual([
      '20 hotel.search',
      '21 hotel.getBookingConditions',
      '22 hotel.doBooking',
    ]);
    const isNameless = ({ bookingId, reference }: BookingView) =>
      reference === undefined && bookingId !== first && bookingId !== second;
    expect(operationsOf(isNameless)?.map(text => text.split(' ')[0])).toEqual(['16', '17', '18']);
    expect(operationsOf(({ reference }) => reference === 'unmade')).toBeUndefined();
  });
});
