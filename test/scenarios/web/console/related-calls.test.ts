import { describe, expect, it } from 'vitest';
import { relatedCalls } from '#scenarios/web/console/related-calls';
import { createHotelClient, createTestSupplier } from '../../../mock-server/hotel-client.ts';

async function play() {
  const supplier = createTestSupplier();
  const client = createHotelClient((url, init) => supplier.fetch(url, init));
  const booked = [await client.book(), await client.book()];
  const [first = '', second = ''] = booked.map(({ BookingId }) => String(BookingId));
  await client.detail(first);
  await client.list();
  await client.search();
  const calls = supplier.sandboxes
    .require('default')
    .journal.read()
    .map(({ facts }) => facts);
  const operationsOf = (id: string) =>
    relatedCalls(calls, id).map(({ operation, number }) => `${number} ${operation}`);
  return { first, second, operationsOf };
}

describe('relatedCalls', () => {
  it('returns the calls whose Tokens led to a booking, and the later calls that name the booking', async () => {
    const { first, operationsOf } = await play();
    expect(operationsOf(first)).toEqual([
      '1 hotel.search',
      '2 hotel.getBookingConditions',
      '3 hotel.doBooking',
      '7 getBookingDetail',
      '8 getBookingList',
    ]);
  });

  it('returns no calls of another booking', async () => {
    const { second, operationsOf } = await play();
    expect(operationsOf(second).map(text => text.split(' ')[0])).toEqual(['4', '5', '6', '8']);
    expect(operationsOf('1')).toEqual([]);
  });
});
