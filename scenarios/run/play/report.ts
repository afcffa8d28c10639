import type { BookingOutcome, CancelOutcome, Shown } from '#client';
import {
  type Booking,
  type CancellationPolicy,
  type Money,
  type PricingInfo,
  type Product,
  utcDate,
} from '#contracts';
import type { Outcome } from '#contracts/scenario';

/** The price details that the client showed to the user before the user accepted. */
export interface ShownToUser {
  readonly total: Money;
  readonly taxes: readonly {
    readonly name: string;
    readonly amount: Money;
    readonly approximate?: boolean;
  }[];
  readonly moreInformation?: string;
  readonly cancellationPolicies: readonly CancellationPolicy[];
  readonly pricingInfo?: PricingInfo;
  /** The penalty that the client showed before it sent a cancellation. */
  readonly penalty?: Money;
}

/** The report that a client makes at the end of a task. */
export interface Report {
  readonly outcome: Outcome;
  readonly bookingId?: string;
  /** The outcome of each booked service, in the order of the task; only if the task books several. */
  readonly services?: readonly { readonly product: Product; readonly outcome: Outcome }[];
  readonly shownToUser?: ShownToUser;
  /** The reason for the outcome, as text for people. */
  readonly why?: string;
}

export interface StepEnd {
  readonly outcome: Outcome;
  readonly isCancellation?: true;
  readonly product?: Product;
  readonly bookingId?: string | undefined;
  readonly serviceId?: string | undefined;
  readonly booking?: Booking | undefined;
  readonly penalty?: Money | undefined;
  readonly why?: string | undefined;
}

export function reportOf(ends: readonly StepEnd[], shown: Shown | undefined): Report {
  const booked = ends.flatMap(({ product, outcome }) => (product ? [{ product, outcome }] : []));
  const main: StepEnd = ends.findLast(({ isCancellation }) => isCancellation) ??
    ends.find(({ product }) => product) ??
    ends.find(({ outcome }) => outcome !== 'done') ?? { outcome: 'done' };
  const { bookingId, why } = main;
  return {
    outcome: main.outcome,
    ...(bookingId !== undefined && { bookingId }),
    ...(booked.length > 1 && { services: booked }),
    ...(shown && { shownToUser: shownToUser(shown, main.penalty) }),
    ...(why !== undefined && { why }),
  };
}

function shownToUser(
  { total, taxes, moreInformation, policies, pricing }: Shown,
  penalty?: Money,
): ShownToUser {
  return {
    total,
    taxes: taxes.flatMap(({ lines }) =>
      lines.map(({ Name, Amount, Currency }) => ({ name: Name, amount: { Value: Amount, Currency } })),
    ),
    ...(moreInformation !== undefined && { moreInformation }),
    cancellationPolicies: policies,
    ...(pricing && { pricingInfo: pricing }),
    ...(penalty && { penalty }),
  };
}

function endOf(ended: BookingOutcome | CancelOutcome): StepEnd {
  if (ended.outcome === 'error') return { outcome: 'error', why: messageOf(ended.error) };
  return {
    outcome: ended.outcome,
    ...('bookingId' in ended && { bookingId: ended.bookingId }),
    ...('why' in ended && { why: ended.why }),
  };
}

export function endOfBooking(ended: BookingOutcome, product: Product): StepEnd {
  const end = { ...endOf(ended), product };
  if (ended.outcome !== 'confirmed') return end;
  const { booking } = ended;
  const services = booking.Services.filter(({ ServiceType }) => ServiceType === product);
  return { ...end, booking, serviceId: services.at(-1)?.ServiceId };
}

export const endOfCancellation = (ended: CancelOutcome): StepEnd => ({
  ...endOf(ended),
  isCancellation: true,
});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const hour = 3_600_000;
const behind = 12 * hour;
const ahead = 14 * hour;

/** Undefined if it depends on the zone of the destination, which the booking lacks (date.policies). Without `serviceId`: the trip. */
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
