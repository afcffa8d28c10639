import { describe, expect, it } from 'vitest';
import type { CancelOutcome } from '#client';
import { choosing, createWorld, hotelRequest, type rooms, type World } from './world.ts';

async function cancelIn(faults: string[], way: keyof typeof rooms = 'flexible') {
  const world = createWorld(faults);
  const bookingId = await bookIn(world, way);
  const before = world.calls().length;
  const outcome: CancelOutcome = await world.client.cancel({ bookingId });
  return { ...outcome, calls: world.calls().slice(before + 2), held: world.held(), minutes: world.minutes() };
}

async function bookIn(world: World, way: keyof typeof rooms = 'flexible'): Promise<string> {
  const booked = await world.book({ ...hotelRequest, choose: choosing(way) });
  if (booked.outcome !== 'confirmed') throw new Error(`this was ${booked.outcome}`);
  return booked.bookingId;
}

const once = { outcome: 'cancelled', calls: 'cancelBooking', held: ['cancelled'], minutes: 0 };

describe('a cancellation', () => {
  it('poll.pending-cancellation, poll.pending: goes on after a status from before the cancellation', async () => {
    const faults = [
      'cancelBooking:timeline=pending-cancellation;cancelled@PT10M',
      'getBookingDetail:visibility,goesBackTo=pending,nth=2',
    ];
    expect(await cancelIn(faults)).toMatchObject({ ...once, calls: 'cancelBooking, detail ×2', minutes: 15 });
  });

  it('poll.pending-cancellation, svc.7: is for support after thirty minutes', async () => {
    expect(await cancelIn(['cancelBooking:timeline=pending-cancellation'])).toMatchObject({
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
    const faults = ['cancelBooking:timeline=pending-cancellation;confirmed@PT10M'];
    expect(await cancelIn(faults)).toMatchObject({ outcome: 'failed', held: ['confirmed'], minutes: 10 });
  });

  it.each(['cut,commit=after', 'status=504,commit=before', 'body=html'])(
    'is looked up where its answer is lost (%s), and not sent again',
    async fault => {
      const expected = { ...once, calls: 'cancelBooking, detail' };
      expect(await cancelIn([`cancelBooking:${fault}`])).toMatchObject(expected);
    },
  );

  it('is for support where it was lost twice', async () => {
    expect(await cancelIn(['cancelBooking:cut'])).toMatchObject({
      outcome: 'ask-support',
      calls: 'cancelBooking, detail, cancelBooking, detail',
      held: ['confirmed'],
    });
  });

  it.each([
    ['cancelBooking:timeline=pending-cancellation', 'cancelBooking, detail', ['pending-cancellation']],
    ['cancelBooking:cut,commit=before', 'cancelBooking, detail', ['cancelled']],
  ])('err.401: is for support where it was sent (%s) and a poll is refused', async (fault, calls, held) => {
    const world = createWorld([fault]);
    const bookingId = await bookIn(world);
    const before = world.calls().length;
    world.sandbox.faults.arm('getBookingDetail:status=401');
    const why = expect.stringContaining('HTTP 401');
    expect(await world.client.cancel({ bookingId })).toMatchObject({
      outcome: 'ask-support',
      bookingId,
      why,
    });
    expect([world.calls().slice(before + 2), world.held()]).toEqual([calls, held]);
  });

  it('is for support where it was lost and the booking cannot be read for thirty minutes', async () => {
    const world = createWorld();
    const bookingId = await bookIn(world);
    world.sandbox.faults.arm('cancelBooking:cut,commit=before');
    world.sandbox.faults.arm('getBookingDetail:cut');
    expect(await world.client.cancel({ bookingId })).toMatchObject({ outcome: 'ask-support' });
    expect(world.minutes()).toBeGreaterThanOrEqual(30);
  });

  it.each([
    ['business', 'cancelBooking, detail', []],
    ['business,errors=SupplierTimeout', 'cancelBooking, detail', [{ Code: 'SupplierTimeout' }]],
    ['business=Cancelled,errors=SupplierTimeout', 'cancelBooking, detail', [{ Code: 'SupplierTimeout' }]],
  ])('flow.4, err.200: fails where HTTP 200 is no success (%s)', async (fault, calls, reasons) => {
    const expected = { outcome: 'failed', calls, reasons, held: ['confirmed'] };
    expect(await cancelIn([`cancelBooking:${fault}`])).toMatchObject(expected);
  });

  it('err.404: ends with the error where the booking does not exist', async () => {
    const outcome = await createWorld().client.cancel({ bookingId: '1' });
    expect(outcome).toMatchObject({ outcome: 'error', bookingId: '1', error: { status: 404 } });
  });

  it('poll.rejected: ends with the error where the booking was rejected', async () => {
    const world = createWorld(['hotel.doBooking:timeline=rejected']);
    const rejected = await world.book();
    const bookingId = 'bookingId' in rejected ? (rejected.bookingId ?? '') : '';
    expect(await world.client.cancel({ bookingId })).toMatchObject({
      outcome: 'error',
      error: { status: 400 },
    });
  });
});
