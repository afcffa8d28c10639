import { expect, it } from 'vitest';
import { createWorld } from './flow/world.ts';

it('svc.4, ep.list, ep.detail, res.booking: the client lists bookings by a filter, and shows voucher and invoice', async () => {
  const { client, book } = createWorld();
  const outcome = await book();
  if (outcome.outcome !== 'confirmed') throw new Error(`it ended ${outcome.outcome}`);
  const { bookingId, booking } = outcome;
  const list = async (SearchBookingCriteria?: object) => {
    const { answer } = await client.call('getBookingList', {
      ...(SearchBookingCriteria && { SearchBookingCriteria }),
    });
    return answer.Bookings.map(({ BookingId }) => BookingId);
  };
  expect(await list()).toEqual([bookingId]);
  expect(await list({ BookingNumber: [], CheckinDateFrom: '2026-12-10' })).toEqual([bookingId]);
  expect(await list({ CheckinDateFrom: '2026-12-11' })).toEqual([]);
  const { answer } = await client.call('getBookingDetail', { BookingId: bookingId });
  expect(answer.Booking).toEqual(booking);
  expect(booking).toMatchObject({
    ConfirmationNumber: expect.stringMatching(/^HCN/),
    Services: [{ Voucher: { HolderName: 'Ana Silva' } }],
    Invoice: { Number: expect.any(String) },
  });
});
