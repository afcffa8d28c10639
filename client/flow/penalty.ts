import { type BookedService, type Booking, type CancellationPolicy, type Money, utcDate } from '#contracts';

/** What a cancellation costs: an amount, nothing (undefined), or `unknown` when neither answer nor booking shows it. */
export type Penalty = Money | undefined | 'unknown';

/** Between which instants it was cancelled, epoch milliseconds. */
export interface Between {
  /** When the cancellation was sent; undefined when another client cancelled, at any time since the booking was made. */
  readonly since: number | undefined;
  readonly until: number;
}

const hour = 3_600_000;
/** The largest offsets of a local time behind UTC, and ahead of it, in milliseconds. */
const behind = 12 * hour;
const ahead = 14 * hour;

/**
 * Returns the penalty of a cancellation whose answer was lost, from the booking: the invoice, if it was issued since and the
 * trip has one service; otherwise the policy of the day of the cancellation at the destination (date.policies). The booking has
 * no time zone of the destination, so a policy counts only if it is valid in every time zone.
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

/** Returns what the policies of a service cost on some days, if it is the same on all of them. */
function byPolicies({ CancellationPolicies: policies }: BookedService, first: string, last: string): Penalty {
  const holds = ({ StartDate, EndDate }: CancellationPolicy) => StartDate <= first && last <= EndDate;
  const policy = policies.find(holds);
  if (policy) return policy.Value > 0 ? { Value: policy.Value, Currency: policy.Currency } : undefined;
  // Without any policy the penalty is unknown: some suppliers do not publish theirs.
  const isBefore = policies.length > 0 && policies.every(({ StartDate }) => last < StartDate);
  return isBefore ? undefined : 'unknown';
}

/** Parses a stamp of the supplier, in UTC (date.timespan), to epoch milliseconds; NaN for a day that does not exist. */
const instantOf = (stamp: string): number => Date.parse(`${stamp.replace(' ', 'T')}Z`);
