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
}

/** Looks at a booking; every look brings its status in line with the supplier. */
export async function look(followed: Followed, { call, signal }: Context): Promise<Found> {
  const { answer } = await call('getBookingDetail', { BookingId: followed.bookingId }, { signal });
  if (!answer.Booking)
    throw new MissingBookingError(`booking ${followed.bookingId} was not found, though it was there before`);
  return asFollowed(serviceIn(answer.Booking, followed), followed);
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
 * Follows an ambiguous status up by its polling plan until it is another one, or the plan's time is over (poll.*). A look
 * that fails is made again when the next one is due.
 *
 * @returns what was seen last; undefined when no look was answered
 */
export async function poll(
  status: ServiceStatus,
  followed: Followed,
  context: Context,
): Promise<Found | undefined> {
  const { clock, signal } = context;
  const plan = pollingPlan(status, followed.fromRequest);
  if (!plan) return undefined;
  const end = clock.now() + plan.window;
  let last: Found | undefined;
  // What is only passing may be over already; the others have just been told.
  let next = clock.now() + (status === 'in-progress' ? 0 : plan.interval);
  for (; next <= end; next += plan.interval) {
    await clock.sleep(next - clock.now(), signal, `the next poll of booking ${followed.bookingId}`);
    try {
      last = await look(followed, context);
    } catch (error) {
      if (!isPassing(error)) throw error;
      continue;
    }
    if (!isStillOpen(last.status, status)) return last;
  }
  return last;
}

/** Whether a status says as little as the one that is followed: an OnRequest that was seen is Pending from then on. */
export function isStillOpen(now: ServiceStatus | undefined, before: ServiceStatus): boolean {
  if (now === before) return true;
  const waiting: readonly (ServiceStatus | undefined)[] = ['on-request', 'pending', 'in-progress'];
  return waiting.includes(now) && waiting.includes(before);
}
