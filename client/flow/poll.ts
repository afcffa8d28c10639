import { type PollingPlan, pollingPlan, type ServiceStatus } from '#contracts';
import { isCallError, isFinalRefusal } from '../errors.ts';
import { type BookingSnapshot, hasReference, snapshotOf } from './snapshot.ts';
import type { Context, Followed } from './states.ts';

/** GetBookingDetail also updates the status that the supplier stores. */
async function readBooking(followed: Followed, context: Context): Promise<BookingSnapshot> {
  const { call, signal } = context;
  const { bookingId, reference } = followed;
  const { answer } = await call('getBookingDetail', { BookingId: bookingId }, { signal });
  const { Booking } = answer;
  // Some suppliers return another booking.
  if (Booking?.BookingId !== bookingId || !hasReference(Booking, reference))
    throw new MissingBookingError(
      `the supplier did not find booking ${bookingId}, which the supplier had before`,
    );
  const snapshot = withEffectiveStatus(snapshotOf(Booking, followed), followed);
  await recordSnapshot(followed, snapshot, context);
  return snapshot;
}

/** EM PROGRESSO of an OnRequest booking means `pending`. */
export function withEffectiveStatus(
  snapshot: BookingSnapshot,
  { fromRequest }: Pick<Followed, 'fromRequest'>,
): BookingSnapshot {
  return fromRequest && snapshot.status === 'in-progress' ? { ...snapshot, status: 'pending' } : snapshot;
}

export async function recordSnapshot(
  { claim }: Pick<Followed, 'claim'>,
  { bookingId, serviceId, status }: BookingSnapshot,
  { clock }: Context,
): Promise<void> {
  if (!claim) return;
  const { record } = claim;
  const now = clock.now();
  const isSame = record.status && status && isStillOpen(status, record.status);
  await claim.save({
    bookingId,
    ...(serviceId !== undefined && { serviceId }),
    ...(status && { status }),
    // The supplier may report an OnRequest booking as Pending from the start (flow.5).
    fromRequest: status === 'on-request' || (record.fromRequest ?? false),
    since: isSame ? (record.since ?? now) : now,
    lookedAt: now,
    updatedAt: now,
  });
}

export async function readWithRetries(
  followed: Followed,
  context: Context,
): Promise<BookingSnapshot | undefined> {
  try {
    return await readBooking(followed, context);
  } catch (error) {
    if (!isPassing(error)) throw error;
    return poll('technical-problem', followed, context);
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof MissingBookingError || (isCallError(error) && !isFinalRefusal(error));

/** Some suppliers find such a booking again later. */
class MissingBookingError extends Error {
  override readonly name = 'MissingBookingError';
}

/** The plan (poll.*) begins when a process first saw the status. */
export async function poll(
  status: ServiceStatus,
  followed: Followed,
  context: Context,
): Promise<BookingSnapshot | undefined> {
  const plan = pollingPlan(status, followed.fromRequest);
  if (!plan) return undefined;
  const now = context.clock.now();
  const begun = statusSince(status, followed) ?? { since: now, last: now };
  const isOpen = (snapshot: BookingSnapshot) => isStillOpen(snapshot.status, status);
  return pollUntil(followed, { ...plan, ...begun, isOpen }, context);
}

export function statusSince(status: ServiceStatus, { claim }: Followed) {
  const { status: recorded, since, lookedAt } = claim?.record ?? {};
  if (recorded === undefined || since === undefined || !isStillOpen(recorded, status)) return undefined;
  return { since, last: lookedAt ?? since };
}

/** Durations in milliseconds, instants in epoch milliseconds. */
interface PollPeriod extends Pick<PollingPlan, 'interval' | 'window'> {
  /** When the period began; `last` is the last read of the booking. */
  readonly since: number;
  readonly last: number;
  readonly isOpen: (snapshot: BookingSnapshot) => boolean;
}

/** @returns the last snapshot; undefined if the last poll had no answer */
export async function pollUntil(
  followed: Followed,
  { interval, window, since, last, isOpen }: PollPeriod,
  context: Context,
): Promise<BookingSnapshot | undefined> {
  const { clock, signal } = context;
  const maxLooks = Math.floor(window / interval);
  let wait = Math.max(0, last + interval - clock.now());
  let snapshot: BookingSnapshot | undefined;
  for (let looks = 1; looks <= maxLooks && clock.now() < since + window; looks += 1) {
    await clock.sleep(wait, signal, `the next poll of booking ${followed.bookingId}`);
    wait = interval;
    snapshot = await readBooking(followed, context).catch(error => {
      if (!isPassing(error)) throw error;
      return undefined;
    });
    if (snapshot && !isOpen(snapshot)) return snapshot;
  }
  return snapshot;
}

/** OnRequest, Pending and in progress all mean that the supplier has not decided yet. */
export function isStillOpen(now: ServiceStatus | undefined, before: ServiceStatus): boolean {
  if (now === before) return true;
  const waiting: readonly (ServiceStatus | undefined)[] = ['on-request', 'pending', 'in-progress'];
  return waiting.includes(now) && waiting.includes(before);
}
