import { pollingPlan, type ServiceStatus } from '#contracts';
import { isCallError, isUnauthorised } from '../errors.ts';
import type { Context } from './context.ts';
import { type Found, isOf, serviceIn } from './found.ts';

/** What is followed up. */
export interface Followed {
  readonly bookingId: string;
  readonly reference?: string | undefined;
  readonly serviceId?: string | undefined;
  /** It began as OnRequest: then it is followed for a day (decision 1). */
  readonly fromRequest: boolean;
  /** What is kept of looks at it; nothing when absent. */
  readonly looks?: Looks | undefined;
}

/** What is kept of the looks at a booking: another process goes on where this one ends. */
export interface Looks {
  /** Since when it has been as it is and when it was last seen so, epoch milliseconds; undefined when it never was. */
  of(status: ServiceStatus): { readonly since: number; readonly last: number } | undefined;
  /** Keeps what a look saw. */
  note(found: Found): Promise<void>;
  /** When a payment was sent of which nobody knows yet whether it was charged, epoch milliseconds. */
  readonly paySentAt: number | undefined;
  notePayment(sentAt: number | undefined): Promise<void>;
}

/** Looks at a booking; every look brings its status in line with the supplier. */
export async function look(followed: Followed, { call, signal }: Context): Promise<Found> {
  const { answer } = await call('getBookingDetail', { BookingId: followed.bookingId }, { signal });
  const { Booking } = answer;
  // Another booking than the one that was asked for says nothing of it.
  if (Booking?.BookingId !== followed.bookingId || !isOf(Booking, followed.reference))
    throw new MissingBookingError(`booking ${followed.bookingId} was not found, though it was there before`);
  const found = asFollowed(serviceIn(Booking, followed), followed);
  await followed.looks?.note(found);
  return found;
}

/** The wire has one word for both: what began as OnRequest waits for its hotel, and is not passing. */
export function asFollowed(found: Found, { fromRequest }: Pick<Followed, 'fromRequest'>): Found {
  return fromRequest && found.status === 'in-progress' ? { ...found, status: 'pending' } : found;
}

/**
 * Looks at a booking that is known to exist; when the look fails, again as for a technical problem, every five minutes up to
 * thirty: supplier and booking are back by then, or nobody can tell.
 *
 * @returns undefined when no look was answered
 */
export async function lookPatiently(followed: Followed, context: Context): Promise<Found | undefined> {
  try {
    return await look(followed, context);
  } catch (error) {
    if (!isPassing(error)) throw error;
    return poll('technical-problem', followed, context);
  }
}

/** Whether a look that failed so is worth another one: without a valid credential none is. */
const isPassing = (error: unknown): boolean =>
  error instanceof MissingBookingError || (isCallError(error) && !isUnauthorised(error));

/** A booking that was there before is not found: some suppliers forget it for a while. */
class MissingBookingError extends Error {
  override readonly name = 'MissingBookingError';
}

/**
 * Follows an ambiguous status up by its polling plan until it is another one, or the plan's time is over (poll.*), which
 * counts from when that status was first seen. A look that fails is made again when the next one is due; each is due an
 * interval after the one before was over, however long that took.
 *
 * @returns what the last look saw; undefined when that was not answered, so that nobody knows
 */
export async function poll(
  status: ServiceStatus,
  followed: Followed,
  context: Context,
): Promise<Found | undefined> {
  const { clock } = context;
  const plan = pollingPlan(status, followed.fromRequest);
  if (!plan) return undefined;
  const now = clock.now();
  const begun = followed.looks?.of(status) ?? { since: now, last: now };
  return watch(followed, { ...plan, ...begun, isOpen: found => isStillOpen(found.status, status) }, context);
}

/** How long and how often a booking is looked at: times in milliseconds, instants as epoch milliseconds. */
interface Span {
  readonly interval: number;
  readonly window: number;
  /** When the window began, and when the last look was. */
  readonly since: number;
  readonly last: number;
  /** Whether what a look saw leaves it open. */
  readonly isOpen: (found: Found) => boolean;
}

/**
 * Looks at a booking until it is no longer open, or the time for that is over.
 *
 * @returns what the last look saw; undefined when that was not answered
 */
export async function watch(followed: Followed, span: Span, context: Context): Promise<Found | undefined> {
  const { interval, window, since, last, isOpen } = span;
  const { clock, signal } = context;
  const most = Math.floor(window / interval);
  let wait = Math.max(0, last + interval - clock.now());
  let seen: Found | undefined;
  for (let looks = 1; looks <= most && clock.now() < since + window; looks += 1) {
    await clock.sleep(wait, signal, `the next poll of booking ${followed.bookingId}`);
    wait = interval;
    seen = await look(followed, context).catch(error => {
      if (!isPassing(error)) throw error;
      return undefined;
    });
    if (seen && !isOpen(seen)) return seen;
  }
  return seen;
}

/** Whether a status says as little as the one that is followed: an OnRequest that was seen is Pending from then on. */
export function isStillOpen(now: ServiceStatus | undefined, before: ServiceStatus): boolean {
  if (now === before) return true;
  const waiting: readonly (ServiceStatus | undefined)[] = ['on-request', 'pending', 'in-progress'];
  return waiting.includes(now) && waiting.includes(before);
}
