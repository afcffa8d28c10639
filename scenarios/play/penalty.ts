import { type Booking, type Money, utcDate } from '#contracts';

const hour = 3_600_000;
/** The largest offset of a time zone behind UTC, in milliseconds. */
const behind = 12 * hour;
/** The largest offset of a time zone ahead of UTC, in milliseconds. */
const ahead = 14 * hour;

/**
 * Returns the penalty that the user sees before a cancellation, from the policies of the booked service. Returns undefined if
 * the penalty depends on the time zone of the destination, which the booking does not contain (date.policies).
 *
 * @param now epoch milliseconds
 * @param serviceId the service to cancel; undefined for the whole trip
 * @example penaltyOn(clock.now(), booking, undefined) // { Value: 870, Currency: 'BRL' }
 */
export function penaltyOn(
  now: number,
  { Services }: Booking,
  serviceId: string | undefined,
): Money | undefined {
  const cancelled = Services.filter(({ ServiceId }) => serviceId === undefined || ServiceId === serviceId);
  const policies = cancelled.flatMap(({ CancellationPolicies }) => CancellationPolicies);
  const [only] = policies;
  if (!only || cancelled.length > 1) return undefined;
  const [first, last] = [utcDate(now - behind), utcDate(now + ahead)];
  const policy = policies.find(({ StartDate, EndDate }) => StartDate <= first && last <= EndDate);
  if (policy) return { Value: policy.Value, Currency: policy.Currency };
  const isFree = policies.every(({ StartDate }) => last < StartDate);
  return isFree ? { Value: 0, Currency: only.Currency } : undefined;
}
