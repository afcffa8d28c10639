import { expect, it } from 'vitest';
import { bookOnRequest, startSupplier } from '../hotel-client.ts';

function start(timeline = '') {
  const { sandbox, client } = startSupplier({ options: { rateLimit: false } });
  const at = (instant: string) => sandbox.clock.advance({ to: Date.parse(instant) });
  return { client, sandbox, at, armTimeline: () => sandbox.faults.arm(`cancelBooking:timeline=${timeline}`) };
}

it('the server cancels free of charge before the penalty begins (status.cancelado)', async () => {
  const { client } = start();
  const { BookingId } = await client.book();
  const cancelled = await client.cancel(BookingId);
  expect(cancelled).toMatchObject({ bookingStatus: 'Cancelled', Status: 'CANCELADO', Errors: [] });
  expect(cancelled.Penalty).toBeUndefined();
  expect((await client.detail(BookingId)).Booking).toMatchObject({ bookingStatus: 'Cancelled' });
});

// Rio de Janeiro is three hours behind UTC, so its 7 December begins at 03:00 UTC.
it.each([
  ['2026-12-07T02:59:59Z', 'nothing, the day before the window at the destination', 0],
  ['2026-12-07T03:00:00Z', 'one night, from the first day of the window on', 0.5],
  ['2026-12-10T02:59:59Z', 'one night, to the end of its last day', 0.5],
  ['2026-12-10T03:00:00Z', 'all, from check-in on', 1],
  ['2026-12-13T02:59:59Z', 'all, to the end of the last day', 1],
  ['2026-12-20T10:00:00Z', 'all, after the stay', 1],
])('a cancellation costs at %s %s (date.policies, field.cancellation-policies)', async (instant, _, part) => {
  const { client, at } = start();
  const { BookingId, TotalSellingPrice } = await client.book();
  at(instant);
  const { Penalty } = await client.cancel(BookingId);
  expect(Penalty?.Value ?? 0).toBeCloseTo(TotalSellingPrice.Value * part, 2);
});

it('the server says in Errors that a booking was cancelled before, and charges nothing twice (err.200)', async () => {
  const { client } = start();
  const { BookingId } = await client.book(
    await client.conditions(undefined, { isWanted: room => room.IsNonRefundable }),
  );
  expect((await client.cancel(BookingId)).Penalty).toBeDefined();
  const again = await client.cancel(BookingId);
  expect(again).toMatchObject({ bookingStatus: 'Cancelled', Errors: [{ Code: 'AlreadyCancelled' }] });
  expect(again.Penalty).toBeUndefined();
});

it('the server cancels a service by its id alone, with a warning', async () => {
  const { client, sandbox } = start();
  const { BookingId, Services } = await client.book();
  const { ServiceId } = Services[0] ?? {};
  const { status, body } = await client.call('hotel.cancelByService', { ServiceId });
  expect([status, body.BookingId, body.bookingStatus]).toEqual([200, BookingId, 'Cancelled']);
  const { request, warnings } = sandbox.journal.read({ limit: 1 })[0]?.facts ?? {};
  expect(request).toMatchObject({ bookingId: BookingId, serviceId: ServiceId });
  const message = 'is missing; the server found the booking by its ServiceId';
  expect(warnings).toEqual([{ kind: 'lenient', field: 'BookingId', message }]);
});

it('the server refuses a service id alone that this credential does not have', async () => {
  const { client } = start();
  const { BookingId, Services } = await client.book();
  for (const ServiceId of ['x', '', `${BookingId}-9`, '0000000000-1']) {
    const { status, body } = await client.call('hotel.cancelByService', { ServiceId });
    expect([status, body.Errors[0]?.Field]).toEqual([ServiceId === '' ? 400 : 404, 'ServiceId']);
    if (status === 404) expect(body.Errors[0]?.Message).toContain('this credential has no service');
  }
  const other = await client.call('car.cancelByService', { ServiceId: Services[0]?.ServiceId });
  expect(other.status).toBe(404);
  expect(other.text).toContain('cancel it with hotel.cancelByService');
});

it('the server follows a cancellation that takes time: PendingCancellation, then cancelled (poll.pending-cancellation)', async () => {
  const { client, armTimeline, sandbox } = start('pending-cancellation;cancelled@PT10M');
  const { BookingId } = await client.book();
  armTimeline();
  const words = { bookingStatus: 'PendingCancellation', Status: 'EM PROGRESSO' };
  expect(await client.cancel(BookingId)).toMatchObject(words);
  expect((await client.cancel(BookingId)).Errors).toMatchObject([{ Code: 'AlreadyCancelled' }]);
  sandbox.clock.advance({ by: 600_000 });
  expect((await client.detail(BookingId)).Booking?.bookingStatus).toBe('Cancelled');
});

it('the server says when a cancellation did not reach the supplier, and names the Penalty only when a second one does (status.problema-cancelamento)', async () => {
  const { client, armTimeline, sandbox } = start('cancellation-failed');
  const nonRefundable = await client.conditions(undefined, { isWanted: room => room.IsNonRefundable });
  const { BookingId, TotalSellingPrice } = await client.book(nonRefundable);
  armTimeline();
  const expected = { Status: 'PROBLEMA NO CANCELAMENTO', Errors: [{ Code: 'CancellationNotForwarded' }] };
  const failed = await client.cancel(BookingId);
  expect(failed).toMatchObject(expected);
  expect(failed).not.toHaveProperty('Penalty');
  expect((await client.detail(BookingId)).Booking).toMatchObject(expected);
  sandbox.faults.clear();
  const again = await client.cancel(BookingId);
  expect(again).toMatchObject({ bookingStatus: 'Cancelled', Penalty: TotalSellingPrice, Errors: [] });
});

it('the server names no Penalty for an OnRequest whose first cancellation did not reach the supplier', async () => {
  const { client, armTimeline, sandbox } = start('cancellation-failed');
  const { BookingId } = await bookOnRequest(client);
  armTimeline();
  sandbox.clock.advance({ by: 10 * 60_000 });
  await client.cancel(BookingId);
  sandbox.faults.clear();
  expect((await client.cancel(BookingId)).Penalty).toBeUndefined();
});
