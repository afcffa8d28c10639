import { type BookedService, type Booking, type CancellationPolicy, type Money, utcDate } from '#contracts';

/** An amount, undefined if free, or `unknown` if no answer and no booking shows it. */
export type Penalty = Money | undefined | 'unknown';

/** When the cancellation took effect, in epoch milliseconds. */
export interface Period {
  /** When it was sent; undefined if another program cancelled at an unknown time. */
  readonly since: number | undefined;
  readonly until: number;
}

const hour = 3_600_000;
/** The time zone farthest behind UTC. */
const behind = 12 * hour;
const ahead = 14 * hour;

/** The policy of the day applies (date.policies). The time zone of that day is unknown, so the policy must cover it in all of them. */
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
