import { describe, expect, it } from 'vitest';
import { createWorld } from './world.ts';

/** Books, cancels the booking while `later` is armed too, and returns how the cancellation ended. */
async function cancelIn(faults: string[], ...later: string[]) {
  const world = createWorld(faults);
  const bookingId = await world.bookId();
  world.sandbox.faults.armList(later);
  const before = world.calls().length;
  const outcome = await world.client.cancel({ bookingId });
  const calls = world.calls().slice(before + 2);
  return { ...outcome, booked: bookingId, calls, held: world.held(), minutes: world.minutes() };
}

const pending = 'cancelBooking:timeline=pending-cancellation';
const lost = 'cancelBooking:cut,commit=before';
const supplierTimeout = [{ Code: 'SupplierTimeout' }];

describe('a cancellation', () => {
  it('poll.pending-cancellation, poll.pending: goes on after a status from before the cancellation', async () => {
    const faults = [`${pending};cancelled@PT10M`, 'getBookingDetail:visibility,goesBackTo=pending,nth=2'];
    const expected = { outcome: 'cancelled', calls: 'cancelBooking, detail ×2', held: ['cancelled'] };
    expect(await cancelIn(faults)).toMatchObject({ ...expected, minutes: 15 });
  });

  it('poll.pending-cancellation, svc.7: is for support after thirty minutes', async () => {
    expect(await cancelIn([pending])).toMatchObject({
      outcome: 'ask-support',
      support: { channel: 'emergency' },
      calls: 'cancelBooking, detail ×6',
      held: ['pending-cancellation'],
      minutes: 30,
    });
  });

  it('status.problema-cancelamento, svc.7: is for support by e-mail where it did not reach the supplier', async () => {
    expect(await cancelIn(['cancelBooking:timeline=cancellation-failed'])).toMatchObject({
      outcome: 'ask-support',
      support: { channel: 'e-mail' },
      calls: 'cancelBooking',
      held: ['cancellation-failed'],
    });
  });

  it('poll.pending-cancellation: fails where the booking stays confirmed', async () => {
    const expected = { outcome: 'failed', held: ['confirmed'], minutes: 10 };
    expect(await cancelIn([`${pending};confirmed@PT10M`])).toMatchObject(expected);
  });

  it.each(['cut,commit=after', 'status=504,commit=before', 'body=html'])(
    'is looked up where its answer is lost (%s), and not sent again',
    async fault => {
      const expected = { outcome: 'cancelled', calls: 'cancelBooking, detail', held: ['cancelled'] };
      expect(await cancelIn([`cancelBooking:${fault}`])).toMatchObject({ ...expected, minutes: 0 });
    },
  );

  it('is for support where it was lost twice', async () => {
    const calls = 'cancelBooking, detail, cancelBooking, detail';
    const expected = { outcome: 'ask-support', calls, held: ['confirmed'] };
    expect(await cancelIn(['cancelBooking:cut'])).toMatchObject(expected);
  });

  it.each([
    [pending, 'pending-cancellation'],
    [lost, 'cancelled'],
  ])('err.401: is for support where it was sent (%s) and a poll is refused', async (fault, status) => {
    const ended = await cancelIn([fault], 'getBookingDetail:status=401');
    expect(ended).toMatchObject({
      outcome: 'ask-support',
      bookingId: ended.booked,
      why: expect.stringContaining('HTTP 401'),
      calls: 'cancelBooking, detail',
      held: [status],
    });
  });

  it('is for support where it was lost and the booking cannot be read for thirty minutes', async () => {
    const { outcome, minutes } = await cancelIn([], lost, 'getBookingDetail:cut');
    expect(outcome).toBe('ask-support');
    expect(minutes).toBeGreaterThanOrEqual(30);
  });

  it.each([
    ['business', []],
    ['business,errors=SupplierTimeout', supplierTimeout],
    ['business=Cancelled,errors=SupplierTimeout', supplierTimeout],
  ])('flow.4, err.200: fails where HTTP 200 is no success (%s)', async (fault, reasons) => {
    const expected = { outcome: 'failed', calls: 'cancelBooking, detail', reasons, held: ['confirmed'] };
    expect(await cancelIn([`cancelBooking:${fault}`])).toMatchObject(expected);
  });

  it('err.404: ends with the error where the booking does not exist', async () => {
    const outcome = await createWorld().client.cancel({ bookingId: '1' });
    expect(outcome).toMatchObject({ outcome: 'error', bookingId: '1', error: { status: 404 } });
  });

  it('poll.rejected: ends with the error where the booking was rejected', async () => {
    const ended = await cancelIn(['hotel.doBooking:timeline=rejected']);
    expect(ended).toMatchObject({ outcome: 'error', error: { status: 400 } });
  });
});
