import { pollingPlan, type ServiceStatus } from '#contracts';
import { isCallError, isUnauthorised } from '../errors.ts';
import { type BookingSnapshot, hasReference, snapshotOf } from './snapshot.ts';
import type { Context, Followed } from './states.ts';

/** Reads a booking, which also brings its status up to date at the supplier, and records the look. */
async function look(followed: Followed, context: Context): Promise<BookingSnapshot> {
  const { call, signal } = context;
  const { bookingId, reference } = followed;
  const { answer } = await call('getBookingDetail', { BookingId: bookingId }, { signal });
  const { Booking } = answer;
  // Some suppliers answer with another booking than the requested one.
  if (Booking?.BookingId !== bookingId || !hasReference(Booking, reference))
    throw new MissingBookingError(`booking ${bookingId} was not found, though it was there before`);
  const snapshot = asFollowed(snapshotOf(Booking, followed), followed);
  await recordLook(followed, snapshot, context);
  return snapshot;
}

/** Returns a snapshot with the status that it means: EM PROGRESSO of a booking that began as OnRequest is `pending`. */
export function asFollowed(
  snapshot: BookingSnapshot,
  { fromRequest }: Pick<Followed, 'fromRequest'>,
): BookingSnapshot {
  return fromRequest && snapshot.status === 'in-progress' ? { ...snapshot, status: 'pending' } : snapshot;
}

/** Writes a look to the ledger, so that another process can continue from there. */
export async function recordLook(
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
    // An OnRequest may be reported as Pending from the start (flow.5).
    fromRequest: status === 'on-request' || (record.fromRequest ?? false),
    since: isSame ? (record.since ?? now) : now,
    lookedAt: now,
    updatedAt: now,
  });
}

/**
 * Reads a booking that is known to exist. After a failure it tries again as for a technical problem, every five minutes up to
 * thirty.
 *
 * @returns undefined when no look was answered
 */
export async function lookPatiently(
  followed: Followed,
  context: Context,
): Promise<BookingSnapshot | undefined> {
  try {
    return await look(followed, context);
  } catch (error) {
    if (!isPassing(error)) throw error;
    return poll('technical-problem', followed, context);
  }
}

/** Returns whether another look can succeed after a failure; with an invalid credential it cannot. */
const isPassing = (error: unknown): boolean =>
  error instanceof MissingBookingError || (isCallError(error) && !isUnauthorised(error));

/** The supplier does not find a booking that it had before; some suppliers find it again later. */
class MissingBookingError extends Error {
  override readonly name = 'MissingBookingError';
}

/**
 * Polls an undecided booking by its polling plan until it has another status, or the plan's time is over (poll.*). The time
 * counts from when that status was first seen, also by an earlier process. Each look is due an interval after the end of
 * the one before, also when that one failed.
 *
 * @returns what the last look saw; undefined when it was not answered
 */
export async function poll(
  status: ServiceStatus,
  followed: Followed,
  context: Context,
): Promise<BookingSnapshot | undefined> {
  const plan = pollingPlan(status, followed.fromRequest);
  if (!plan) return undefined;
  const now = context.clock.now();
  const begun = seenSince(status, followed) ?? { since: now, last: now };
  const isOpen = (snapshot: BookingSnapshot) => isStillOpen(snapshot.status, status);
  return watch(followed, { ...plan, ...begun, isOpen }, context);
}

/** Returns since when the ledger has a booking in a status, and when it was last seen, epoch milliseconds. */
export function seenSince(status: ServiceStatus, { claim }: Followed) {
  const { status: recorded, since, lookedAt } = claim?.record ?? {};
  if (recorded === undefined || since === undefined || !isStillOpen(recorded, status)) return undefined;
  return { since, last: lookedAt ?? since };
}

/** How long and how often a booking is read: durations in milliseconds, instants as epoch milliseconds. */
interface Span {
  readonly interval: number;
  readonly window: number;
  /** When the window began, and when the last look was. */
  readonly since: number;
  readonly last: number;
  /** Whether a look leaves the booking open. */
  readonly isOpen: (snapshot: BookingSnapshot) => boolean;
}

/**
 * Reads a booking until it is no longer open, or the time for that is over.
 *
 * @returns what the last look saw; undefined when it was not answered
 */
export async function watch(
  followed: Followed,
  { interval, window, since, last, isOpen }: Span,
  context: Context,
): Promise<BookingSnapshot | undefined> {
  const { clock, signal } = context;
  const maxLooks = Math.floor(window / interval);
  let wait = Math.max(0, last + interval - clock.now());
  let snapshot: BookingSnapshot | undefined;
  for (let looks = 1; looks <= maxLooks && clock.now() < since + window; looks += 1) {
    await clock.sleep(wait, signal, `the next poll of booking ${followed.bookingId}`);
    wait = interval;
    snapshot = await look(followed, context).catch(error => {
      if (!isPassing(error)) throw error;
      return undefined;
    });
    if (snapshot && !isOpen(snapshot)) return snapshot;
  }
  return snapshot;
}

/** Returns whether a booking is as undecided as before: an OnRequest is Pending after its first read. */
export function isStillOpen(now: ServiceStatus | undefined, before: ServiceStatus): boolean {
  if (now === before) return true;
  const waiting: readonly (ServiceStatus | undefined)[] = ['on-request', 'pending', 'in-progress'];
  return waiting.includes(now) && waiting.includes(before);
}
