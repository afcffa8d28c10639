import { expect, it } from 'vitest';
import { startPaying } from '../payment-client.ts';

it('the server also has a newer booking of another guest, which the client can see and cancel', async () => {
  const { client, book } = startPaying({ faults: ['neighbour,times=1'] });
  const { BookingId } = await book('payLater', { ExternalReference: 'own' });
  const { body } = await client.call('getBookingList', {});
  const [other, own, ...more] = body.Bookings;
  expect(more).toEqual([]);
  expect(own).toMatchObject({ BookingId, bookingStatus: 'CONFIRMED' });
  expect(other).toMatchObject({ bookingStatus: 'CONFIRMED', MainPaxName: 'Quirin Zuckermandel' });
  const { Booking } = await client.detail(other?.BookingId ?? '');
  expect(Booking?.Services.map(service => service.ExternalReference)).toEqual([undefined]);
  await client.cancel(other?.BookingId ?? '');
  expect((await client.detail(BookingId)).Booking?.bookingStatus).toBe('CONFIRMED');
});
