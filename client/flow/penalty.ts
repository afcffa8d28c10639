import { type BookedService, type Booking, type CancellationPolicy, type Money, utcDate } from '#contracts';

/**
 * The penalty of a cancellation: an amount, undefined if the cancellation is free, or `unknown` if no answer and no booking
 * shows the penalty.
 */
export type Penalty = Money | undefined | 'unknown';

/** The period in which the cancellation took effect, in epoch milliseconds. */
export interface Period {
  /** The time when the cancellation was sent; undefined if another program cancelled the booking at an unknown time. */
  readonly since: number | undefined;
  readonly until: number;
}

const hour = 3_600_000;
/** How far a time zone can be behind UTC, in milliseconds. */
const behind = 12 * hour;
const ahead = 14 * hour;

/**
 * Returns the penalty of a cancellation whose answer was lost. If the trip has one service and an invoice that is newer than
 * the cancellation, the invoice has it. Otherwise the policy for the day of the cancellation applies (date.policies). That day
 * is local to a destination whose time zone is unknown, so the policy must cover the day in every time zone.
 */
export function penaltyShown(booking: Booking, serviceId: string | undefined, period: Period): Penalty {
  const { Services, Invoice } = booking;
  const { since, until } = period;
  const isSole = Services.length === 1;
  // IssuedAt has whole seconds.
  if (isSole && Invoice && since !== undefined && instantOf(Invoice.IssuedAt) >= since - 1_000)
    return Invoice.Amount.Value > 0 ? Invoice.Amount : undefined;
  const from = since ?? instantOf(booking.CreatedAt);
  if (Number.isNaN(from)) return 'unknown';
  const first = utcDate(from - behind);
  const last = utcDate(until + ahead);
  const cancelled = Services.filter(({ ServiceId }) => serviceId === undefined || ServiceId === serviceId);
  const penalties = cancelled.map(service => byPolicies(service, first, last));
  if (penalties.length > 0 && penalties.every(penalty => penalty === undefined)) return undefined;
  // Some services may have been cancelled earlier, with another penalty.
  return penalties.length === 1 ? penalties[0] : 'unknown';
}

function byPolicies({ CancellationPolicies: policies }: BookedService, first: string, last: string): Penalty {
  const holds = ({ StartDate, EndDate }: CancellationPolicy) => StartDate <= first && last <= EndDate;
  const policy = policies.find(holds);
  if (policy) return policy.Value > 0 ? { Value: policy.Value, Currency: policy.Currency } : undefined;
  // Some suppliers do not publish their policies.
  const isBefore = policies.length > 0 && policies.every(({ StartDate }) => last < StartDate);
  return isBefore ? undefined : 'unknown';
}

/** Returns NaN for a day that does not exist (date.timespan). */
const instantOf = (stamp: string): number => Date.parse(`${stamp.replace(' ', 'T')}Z`);
