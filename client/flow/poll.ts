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
    throw new Error(`booking ${followed.bookingId} was not found, though it was there before`);
  return asFollowed(serviceIn(answer.Booking, followed), followed);
}

/** The wire has one word for both: what began as OnRequest waits for its hotel, and is not passing. */
export function asFollowed(found: Found, { fromRequest }: Pick<Followed, 'fromRequest'>): Found {
  return fromRequest && found.status === 'in-progress' ? { ...found, status: 'pending' } : found;
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
      if (!isCallError(error) || (error instanceof HttpError && error.status === 401)) throw error;
      continue;
    }
    if (!isStillOpen(last.status, status)) return last;
  }
  return last;
}

/** Whether a status says as little as the one that is followed: an OnRequest that was seen is Pending from then on. */
function isStillOpen(now: ServiceStatus | undefined, before: ServiceStatus): boolean {
  if (now === before) return true;
  const waiting: readonly (ServiceStatus | undefined)[] = ['on-request', 'pending', 'in-progress'];
  return waiting.includes(now) && waiting.includes(before);
}
