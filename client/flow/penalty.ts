import { type BookedService, type Booking, type CancellationPolicy, type Money, utcDate } from '#contracts';

/** What a cancellation costs: an amount, nothing (undefined), or that neither answer nor booking tells. */
export type Penalty = Money | undefined | 'unknown';

/** When something was cancelled, as far as is known, epoch milliseconds. */
export interface Between {
  /** When the cancellation was sent; undefined where somebody else's was carried out, at any time since the booking was made. */
  readonly since: number | undefined;
  readonly until: number;
}

const hour = 3_600_000;
/** How far the clocks on earth are behind UTC and ahead of it, at most. */
const behind = 12 * hour;
const ahead = 14 * hour;

/**
 * What a cancellation whose answer was lost costs, as the booking shows it afterwards: the invoice, where it was issued since
 * and bills nothing else; else the policy of the day on which it was cancelled at the destination (date.policies). The wire
 * does not say where that is, so a policy counts only if it holds wherever on earth it may be.
 *
 * @example penaltyShown(booking, '9-1', { since: sentAt, until: clock.now() }) // { Value: 544.97, Currency: 'BRL' }
 */
export function penaltyShown(booking: Booking, serviceId: string | undefined, between: Between): Penalty {
  const { Services, Invoice } = booking;
  const { since, until } = between;
  const isSole = Services.length === 1;
  // The stamp is in whole seconds.
  if (isSole && Invoice && since !== undefined && instantOf(Invoice.IssuedAt) >= since - 1_000)
    return Invoice.Amount.Value > 0 ? Invoice.Amount : undefined;
  const from = since ?? instantOf(booking.CreatedAt);
  if (Number.isNaN(from)) return 'unknown';
  const first = utcDate(from - behind);
  const last = utcDate(until + ahead);
  const cancelled = Services.filter(({ ServiceId }) => serviceId === undefined || ServiceId === serviceId);
  const penalties = cancelled.map(service => byPolicies(service, first, last));
  if (penalties.length > 0 && penalties.every(penalty => penalty === undefined)) return undefined;
  // Of several services some may have been cancelled before, for what they cost then.
  return penalties.length === 1 ? penalties[0] : 'unknown';
}

/** What the policies of a service ask for on each of some days, where it is the same for all of them. */
function byPolicies({ CancellationPolicies: policies }: BookedService, first: string, last: string): Penalty {
  const holds = ({ StartDate, EndDate }: CancellationPolicy) => StartDate <= first && last <= EndDate;
  const policy = policies.find(holds);
  if (policy) return policy.Value > 0 ? { Value: policy.Value, Currency: policy.Currency } : undefined;
  // No policy at all tells nothing: other suppliers may keep theirs to themselves.
  const isBefore = policies.length > 0 && policies.every(({ StartDate }) => last < StartDate);
  return isBefore ? undefined : 'unknown';
}

/** A stamp of the supplier's, which is UTC (date.timespan), as epoch milliseconds; NaN for a day that does not exist. */
const instantOf = (stamp: string): number => Date.parse(`${stamp.replace(' ', 'T')}Z`);
