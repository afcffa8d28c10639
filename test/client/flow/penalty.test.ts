import { describe, expect, it } from 'vitest';
import type { CancelOutcome } from '#client';
import type { Period } from '#client/flow/penalty';
import { penaltyShown } from '#client/flow/penalty';
import type { Booking } from '#contracts';
import { createWorld, type HotelRequest, prepaid, start, type World } from './world.ts';

interface How {
  readonly request?: HotelRequest;
  readonly at?: string;
  /** Whether the supplier leaves its invoices out. */
  readonly withoutInvoice?: true;
}

async function withoutInvoice(_url: string, answer: Response): Promise<Response> {
  const { Booking, ...answered } = await answer.clone().json();
  if (!Booking) return answer;
  const { Invoice: _, ...rest } = Booking;
  return Response.json({ ...answered, Booking: rest });
}

/** Cancels a booking. The supplier carries it out, but its answer is lost. */
async function lost(how: How, fault = 'cancelBooking:cut,commit=before'): Promise<CancelOutcome> {
  const world = createWorld([fault], how.withoutInvoice ? { change: withoutInvoice } : {});
  const bookingId = await bookIn(world, how);
  return world.client.cancel({ bookingId });
}

async function bookIn(world: World, { request, at }: How): Promise<string> {
  const bookingId = await world.bookId(request);
  if (at !== undefined) await world.sleep(Date.parse(at) - world.sandbox.clock.now());
  return bookingId;
}

/** Cancels a booking again that another client has cancelled. */
async function cancelledBefore(how: How): Promise<CancelOutcome> {
  const world = createWorld();
  const bookingId = await bookIn(world, how);
  await world.client.cancel({ bookingId });
  return world.client.cancel({ bookingId });
}

const outcome = 'cancelled';
const ofPrepaid = { outcome, penalty: { Value: 544.97, Currency: 'BRL' } };
const oneNight = { outcome, penalty: { Value: 1009.2, Currency: 'BRL' } };
const unknown = { outcome, penalty: 'unknown' };

describe('the penalty of a cancellation whose answer was lost', () => {
  it('status.cancelado, res.booking: is what the invoice bills', async () => {
    expect(await lost({ request: prepaid })).toMatchObject(ofPrepaid);
    // At this time it is still 6 December in Rio and in half of the world. The invoice holds the right amount.
    expect(await lost({ at: '2026-12-07T04:00:00Z' })).toMatchObject(oneNight);
  });

  it('field.cancellation-policies: is that of the policy that is in force in every time zone', async () => {
    expect(await lost({ request: prepaid, withoutInvoice: true })).toMatchObject(ofPrepaid);
    expect(await lost({ at: '2026-12-08T12:00:00Z', withoutInvoice: true })).toMatchObject(oneNight);
  });

  it('field.cancellation-policies: is free before the first window', async () => {
    expect(await lost({})).toEqual({ outcome, bookingId: expect.any(String), penalty: undefined });
  });

  it.each(['2026-12-06T12:00:00Z', '2026-12-09T20:00:00Z', '2026-12-14T12:00:00Z'])(
    'date.policies: is unknown at %s, when it depends on where the hotel is or no policy holds',
    async at => {
      expect(await lost({ at, withoutInvoice: true })).toMatchObject(unknown);
    },
  );

  it('poll.pending-cancellation: is known in the end where the cancellation takes its time', async () => {
    const world = createWorld();
    const bookingId = await world.bookId(prepaid);
    world.sandbox.faults.arm('cancelBooking:timeline=pending-cancellation;cancelled@PT10M');
    world.sandbox.faults.arm('cancelBooking:cut,commit=before');
    expect(await world.client.cancel({ bookingId })).toMatchObject(ofPrepaid);
    expect(world.minutes()).toBe(10);
  });

  it('is that of a second cancellation, which is sent because the first had no effect', async () => {
    expect(await lost({ request: prepaid }, 'cancelBooking:cut,times=1')).toMatchObject(ofPrepaid);
  });

  it('is that of any day since the booking where another client cancelled it', async () => {
    expect(await cancelledBefore({ request: prepaid })).toMatchObject(ofPrepaid);
    expect(await cancelledBefore({})).toMatchObject({ outcome, penalty: undefined });
  });

  it('is unknown where another client cancelled it before or after a window began', async () => {
    expect(await cancelledBefore({ at: '2026-12-08T12:00:00Z' })).toMatchObject(unknown);
  });
});

describe('the penalty that a booking shows', () => {
  const penalty = { Value: 80, Currency: 'BRL' };
  const policy = (StartDate: string, EndDate: string) => ({ StartDate, EndDate, ...penalty });
  /** A booking with a service for each list of policies, as far as penalties go. */
  const bookingOf = (services: readonly object[][], more: object = {}) => {
    const Services = services.map((CancellationPolicies, index) => ({
      ServiceId: String(index + 1),
      CancellationPolicies,
    }));
    return { CreatedAt: '2026-11-20 10:00:00', Services, ...more } as unknown as Booking; // the fields that are read
  };
  const now: Period = { since: start, until: start };
  const always = [policy('2026-01-01', '2027-01-01')];
  const later = [policy('2027-01-01', '2027-01-02')];

  it('date.policies: counts both days of a window', () => {
    const days = (first: string, last: string) => penaltyShown(bookingOf([[policy(first, last)]]), '1', now);
    // At 20 November, 10:00 UTC, the date is the 19th on the last islands and the 21st on the first ones.
    expect(days('2026-11-19', '2026-11-21')).toEqual(penalty);
    expect(days('2026-11-20', '2026-11-21')).toBe('unknown');
    expect(days('2026-11-19', '2026-11-20')).toBe('unknown');
    expect(days('2026-11-22', '2026-11-22')).toBeUndefined();
  });

  it('is free by a policy without an amount, and unknown without policies', () => {
    const free = always.map(one => ({ ...one, Value: 0 }));
    expect(penaltyShown(bookingOf([free]), '1', now)).toBeUndefined();
    expect(penaltyShown(bookingOf([[]]), '1', now)).toBe('unknown');
  });

  it('is that of the service that was cancelled, and of several none or unknown', () => {
    const trip = bookingOf([always, later]);
    expect(penaltyShown(trip, '1', now)).toEqual(penalty);
    expect(penaltyShown(trip, '2', now)).toBeUndefined();
    expect(penaltyShown(trip, undefined, now)).toBe('unknown');
    expect(penaltyShown(bookingOf([later, later]), undefined, now)).toBeUndefined();
    expect(penaltyShown(trip, '3', now)).toBe('unknown');
  });

  it('takes no invoice for it that was there before, or that may bill other services', () => {
    const Amount = { Value: 500, Currency: 'BRL' };
    const old = { Invoice: { Number: 'I-1', Amount, IssuedAt: '2026-11-20 09:59:58' } };
    const fresh = { Invoice: { ...old.Invoice, IssuedAt: '2026-11-20 10:00:00' } };
    expect(penaltyShown(bookingOf([always], old), '1', now)).toEqual(penalty);
    expect(penaltyShown(bookingOf([always], fresh), '1', now)).toEqual(Amount);
    expect(penaltyShown(bookingOf([always], fresh), '1', { ...now, since: undefined })).toEqual(penalty);
    expect(penaltyShown(bookingOf([always, later], fresh), '1', now)).toEqual(penalty);
  });

  it('is unknown if the booking does not show when it was made', () => {
    const booking = bookingOf([always], { CreatedAt: 'long ago' });
    expect(penaltyShown(booking, '1', { ...now, since: undefined })).toBe('unknown');
  });
});
