import { describe, expect, it } from 'vitest';
import { play } from './play.ts';
import { createWorld, hotelRequest, payment } from './world.ts';

/** The BookingId and the ExternalReference of a booking that may exist. */
const known = { bookingId: expect.stringMatching(/^\d+$/), reference: expect.stringMatching(/-/) };

describe('a call that is refused after DoBooking succeeded', () => {
  it.each(['status=400', 'status=401', 'credential'])(
    'err.400, err.401, flow.3: leaves the booking pending, with its ids, after %s at GetBookingDetail',
    async fault => {
      const { said, ...played } = await play([`getBookingDetail:${fault},times=1`]);
      expect(played).toMatchObject({ calls: 'search, conditions, book, detail', held: ['confirmed'] });
      expect(said).toMatchObject({ outcome: 'pending', ...known, why: expect.stringContaining('HTTP 40') });
    },
  );

  it('err.400: does not send a poll again that was answered 400', async () => {
    const faults = ['hotel.doBooking:timeline=pending', 'getBookingDetail:status=400,nth=2'];
    const { said, calls } = await play(faults);
    expect(calls).toBe('search, conditions, book, detail ×2');
    expect(said).toMatchObject({ outcome: 'pending', ...known, error: { status: 400 } });
  });

  it.each(['400', '401', '404'])(
    'svc.3: leaves a booking pending that waits for its payment, after %s at payBooking',
    async status => {
      const faults = [`payBooking:status=${status},commit=never,times=1`];
      const { said, world, held, charges } = await play(faults, { room: 'prepaid' });
      expect([held, charges]).toEqual([['awaiting-payment'], []]);
      expect(said).toMatchObject({ outcome: 'pending', ...known, error: { status: Number(status) } });
      const { bookingId } = Object(said);
      expect(await world.client.pay({ bookingId, payment })).toMatchObject({
        outcome: 'confirmed',
        bookingId,
      });
    },
  );

  it('flow.3: names a confirmed booking that the same request cannot read again', async () => {
    const world = createWorld();
    const request = { ...hotelRequest, reference: 'trip 1' };
    const { bookingId } = Object(await world.book(request));
    world.sandbox.faults.arm('getBookingDetail:status=401');
    expect(await world.book(request)).toMatchObject({ ...known, outcome: 'pending', bookingId });
    world.sandbox.faults.clear();
    expect(await world.book(request)).toMatchObject({ outcome: 'confirmed', bookingId });
  });
});

it.each(['400', '401'])(
  'err.401, flow.3: a look-up that is refused after the answer to DoBooking was lost asks support for the reference, after %s',
  async status => {
    const { said, held, calls } = await play([
      'hotel.doBooking:status=503,commit=before,times=1',
      `getBooking:status=${status},times=1`,
    ]);
    expect([held, calls]).toEqual([['confirmed'], 'search, conditions, book, look-up']);
    expect(said).toMatchObject({
      outcome: 'ask-support',
      reference: known.reference,
      why: expect.stringContaining(`HTTP ${status}`),
    });
  },
);
