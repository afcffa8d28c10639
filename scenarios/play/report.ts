import type { BookingOutcome, CancelOutcome, Shown } from '#client';
import type { Money, Product } from '#contracts';
import type { Outcome } from '#contracts/scenario';

/** What the user saw before agreeing, as a client reports it. */
export interface ShownToUser {
  readonly total: Money;
  readonly taxes: readonly {
    readonly name: string;
    readonly amount: Money;
    readonly approximate?: boolean;
  }[];
  readonly moreInformation?: string;
}

/** What a client reports at the end of a task. */
export interface Report {
  readonly outcome: Outcome;
  readonly bookingId?: string;
  /** The outcome of each booked service, in the order of the task; present when there are several. */
  readonly services?: readonly { readonly product: Product; readonly outcome: Outcome }[];
  readonly shownToUser?: ShownToUser;
  /** Why it ended so, for people. */
  readonly why?: string;
}

/** How a step ended. */
export interface StepEnd {
  readonly outcome: Outcome;
  readonly isCancellation?: true;
  /** The product of a step that books. */
  readonly product?: Product;
  readonly bookingId?: string | undefined;
  readonly serviceId?: string | undefined;
  readonly why?: string | undefined;
}

/** Reports a whole task by its last cancellation, else by its first booking, else by a step that failed. */
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
    ...(shown && { shownToUser: shownToUser(shown) }),
    ...(why !== undefined && { why }),
  };
}

function shownToUser({ total, taxes, moreInformation }: Shown): ShownToUser {
  return {
    total,
    taxes: taxes.flatMap(({ lines }) =>
      lines.map(({ Name, Amount, Currency }) => ({ name: Name, amount: { Value: Amount, Currency } })),
    ),
    ...(moreInformation !== undefined && { moreInformation }),
  };
}

/** Returns how a booking ended, as far as a report says it. */
export function endOfBooking(outcome: BookingOutcome, product: Product): StepEnd {
  const end = { outcome: outcome.outcome, product };
  if (outcome.outcome === 'error') return { ...end, why: messageOf(outcome.error) };
  if (outcome.outcome === 'ask-support') return { ...end, bookingId: outcome.bookingId, why: outcome.why };
  if (outcome.outcome !== 'confirmed')
    return 'bookingId' in outcome ? { ...end, bookingId: outcome.bookingId } : end;
  const services = outcome.booking.Services.filter(({ ServiceType }) => ServiceType === product);
  return { ...end, bookingId: outcome.bookingId, serviceId: services.at(-1)?.ServiceId };
}

/** Returns how a cancellation ended, as far as a report says it. */
export function endOfCancellation(outcome: CancelOutcome): StepEnd {
  const end = { outcome: outcome.outcome, isCancellation: true } as const;
  if (outcome.outcome === 'error') return { ...end, why: messageOf(outcome.error) };
  const { bookingId } = outcome;
  return outcome.outcome === 'ask-support' ? { ...end, bookingId, why: outcome.why } : { ...end, bookingId };
}

/** Returns the message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
