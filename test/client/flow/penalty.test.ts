import { describe, expect, it } from 'vitest';
import type { CancelOutcome } from '#client';
import type { Period } from '#client/flow/penalty';
import { penaltyShown } from '#client/flow/penalty';
import type { Booking } from '#contracts';
import { choosing, createWorld, hotelRequest, type rooms, start, type World } from './world.ts';

interface How {
  readonly way?: keyof typeof rooms;
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

async function bookIn(world: World, { way = 'flexible', at }: How): Promise<string> {
  const booked = await world.book({ ...hotelRequest, choose: choosing(way) });
  if (booked.outcome !== 'confirmed') throw new Error(`this was ${booked.outcome}`);
  if (at !== undefined) await world.sleep(Date.parse(at) - world.sandbox.clock.now());
  return booked.bookingId;
}

const prepaid = { Value: 544.97, Currency: 'BRL' };
const oneNight = { Value: 1009.2, Currency: 'BRL' };
const cancelled = 'cancelled';

describe('the penalty of a cancellation whose answer was lost', () => {
  it('status.cancelado, res.booking: is what the invoice bills', async () => {
    expect(await lost({ way: 'prepaid' })).toMatchObject({ outcome: cancelled, penalty: prepaid });
    // At this time it is still 6 December in Rio and in half of the world. The invoice holds the right amount.
    const at = '2026-12-07T04:00:00Z';
    expect(await lost({ at })).toMatchObject({ outcome: cancelled, penalty: oneNight });
  });

  it('field.cancellation-policies: is that of the policy that is in force in every time zone', async () => {
    const how = { withoutInvoice: true } as const;
    expect(await lost({ ...how, way: 'prepaid' })).toMatchObject({ outcome: cancelled, penalty: prepaid });
    const at = '2026-12-08T12:00:00Z';
    expect(await lost({ ...how, at })).toMatchObject({ outcome: cancelled, penalty: oneNight });
  });

  it('field.cancellation-policies: is free before the first window', async () => {
    expect(await lost({})).toEqual({ outcome: cancelled, bookingId: expect.any(String), penalty: undefined });
  });

  it.each(['2026-12-06T12:00:00Z', '2026-12-09T20:00:00Z', '2026-12-14T12:00:00Z'])(
    'date.policies: is unknown at %s, when it depends on where the hotel is or no policy holds',
    async at => {
      expect(await lost({ at, withoutInvoice: true })).toMatchObject({
        outcome: cancelled,
        penalty: 'unknown',
      });
    },
  );

  it('poll.pending-cancellation: is known in the end where the cancellation takes its time', async () => {
    const world = createWorld();
    const bookingId = await bookIn(world, { way: 'prepaid' });
    world.sandbox.faults.arm('cancelBooking:timeline=pending-cancellation;cancelled@PT10M');
    world.sandbox.faults.arm('cancelBooking:cut,commit=before');
    expect(await world.client.cancel({ bookingId })).toMatchObject({ outcome: cancelled, penalty: prepaid });
    expect(world.minutes()).toBe(10);
  });

  it('is that of a second cancellation, which is sent because the first had no effect', async () => {
    expect(await lost({ way: 'prepaid' }, 'cancelBooking:cut,times=1')).toMatchObject({ penalty: prepaid });
  });

  it.each([
    ['prepaid', prepaid],
    ['flexible', undefined],
  ] as const)(
    'is that of any day since the booking where another client cancelled it (%s)',
    async (way, penalty) => {
      const world = createWorld();
      const bookingId = await bookIn(world, { way });
      await world.client.cancel({ bookingId });
      expect(await world.client.cancel({ bookingId })).toMatchObject({ outcome: cancelled, penalty });
    },
  );

  it('is unknown where another client cancelled it before or after a window began', async () => {
    const world = createWorld();
    const bookingId = await bookIn(world, { at: '2026-12-08T12:00:00Z' });
    await world.client.cancel({ bookingId });
    expect(await world.client.cancel({ bookingId })).toMatchObject({ penalty: 'unknown' });
  });
});

describe('the penalty that a booking shows', () => {
  const policy = (StartDate: string, EndDate: string, Value: number) => ({
    StartDate,
    EndDate,
    Value,
    Currency: 'BRL',
  });
  const service = (ServiceId: string, CancellationPolicies: readonly object[]) => ({
    ServiceId,
    CancellationPolicies,
  });
  /** A booking, as far as penalties go. */
  const bookingOf = (more: object) => ({ CreatedAt: '2026-11-20 10:00:00', ...more }) as unknown as Booking; // the fields that are read
  const now: Period = { since: start, until: start };
  const always = [policy('2026-01-01', '2027-01-01', 80)];
  const later = [policy('2027-01-01', '2027-01-02', 80)];

  it('date.policies: counts both days of a window', () => {
    const days = (first: string, last: string) =>
      penaltyShown(bookingOf({ Services: [service('1', [policy(first, last, 80)])] }), '1', now);
    // At 20 November, 10:00 UTC, the date is the 19th on the last islands and the 21st on the first ones.
    expect(days('2026-11-19', '2026-11-21')).toEqual({ Value: 80, Currency: 'BRL' });
    expect(days('2026-11-20', '2026-11-21')).toBe('unknown');
    expect(days('2026-11-19', '2026-11-20')).toBe('unknown');
    expect(days('2026-11-22', '2026-11-22')).toBeUndefined();
  });

  it('is free by a policy without an amount, and unknown without policies', () => {
    const of = (policies: readonly object[]) =>
      penaltyShown(bookingOf({ Services: [service('1', policies)] }), '1', now);
    expect(of([policy('2026-01-01', '2027-01-01', 0)])).toBeUndefined();
    expect(of([])).toBe('unknown');
  });

  it('is that of the service that was cancelled, and of several none or unknown', () => {
    const Services = [service('1', always), service('2', later)];
    const trip = bookingOf({ Services });
    expect(penaltyShown(trip, '1', now)).toEqual({ Value: 80, Currency: 'BRL' });
    expect(penaltyShown(trip, '2', now)).toBeUndefined();
    expect(penaltyShown(trip, undefined, now)).toBe('unknown');
    expect(
      penaltyShown(bookingOf({ Services: [service('1', later), service('2', later)] }), undefined, now),
    ).toBeUndefined();
    expect(penaltyShown(trip, '3', now)).toBe('unknown');
  });

  it('takes no invoice for it that was there before, or that may bill other services', () => {
    const Invoice = {
      Number: 'I-1',
      Amount: { Value: 500, Currency: 'BRL' },
      IssuedAt: '2026-11-20 09:59:58',
    };
    const old = bookingOf({ Services: [service('1', always)], Invoice });
    expect(penaltyShown(old, '1', now)).toEqual({ Value: 80, Currency: 'BRL' });
    const fresh = { ...Invoice, IssuedAt: '2026-11-20 10:00:00' };
    expect(penaltyShown({ ...old, Invoice: fresh }, '1', now)).toEqual(Invoice.Amount);
    expect(penaltyShown({ ...old, Invoice: fresh }, '1', { ...now, since: undefined })).toMatchObject({
      Value: 80,
    });
    const trip = bookingOf({ Services: [service('1', always), service('2', later)], Invoice: fresh });
    expect(penaltyShown(trip, '1', now)).toMatchObject({ Value: 80 });
  });

  it('is unknown if the booking does not show when it was made', () => {
    const booking = bookingOf({ CreatedAt: 'long ago', Services: [service('1', always)] });
    expect(penaltyShown(booking, '1', { ...now, since: undefined })).toBe('unknown');
  });
});
