import { pollingPlan, type ServiceStatus } from '#contracts';
import { HttpError, isCallError } from '../errors.ts';
import type { Context } from './context.ts';
import { type Found, serviceIn } from './found.ts';

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
}

/** Looks at a booking; every look brings its status in line with the supplier. */
export async function look(followed: Followed, { call, signal }: Context): Promise<Found> {
  const { answer } = await call('getBookingDetail', { BookingId: followed.bookingId }, { signal });
  if (!answer.Booking)
    throw new MissingBookingError(`booking ${followed.bookingId} was not found, though it was there before`);
  const found = asFollowed(serviceIn(answer.Booking, followed), followed);
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
  error instanceof MissingBookingError ||
  (isCallError(error) && !(error instanceof HttpError && error.status === 401));

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
  const { clock, signal } = context;
  const plan = pollingPlan(status, followed.fromRequest);
  if (!plan) return undefined;
  const { interval, window } = plan;
  const begun = clock.now();
  const { since, last } = followed.looks?.of(status) ?? { since: begun, last: begun };
  const most = Math.floor(window / interval);
  let wait = Math.max(0, last + interval - begun);
  let seen: Found | undefined;
  for (let looks = 1; looks <= most && clock.now() < since + window; looks += 1) {
    await clock.sleep(wait, signal, `the next poll of booking ${followed.bookingId}`);
    wait = interval;
    seen = await look(followed, context).catch(error => {
      if (!isPassing(error)) throw error;
      return undefined;
    });
    if (seen && !isStillOpen(seen.status, status)) return seen;
  }
  return seen;
}

/** Whether a status says as little as the one that is followed: an OnRequest that was seen is Pending from then on. */
export function isStillOpen(now: ServiceStatus | undefined, before: ServiceStatus): boolean {
  if (now === before) return true;
  const waiting: readonly (ServiceStatus | undefined)[] = ['on-request', 'pending', 'in-progress'];
  return waiting.includes(now) && waiting.includes(before);
}
