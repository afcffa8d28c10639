import { type BookingPayment, type ErrorEntry, isFinal, type Pax, type ServiceStatus } from '#contracts';
import { type Charge, chargeCard, planTimeline } from '../bookings/index.ts';
import type { Directives } from '../directives.ts';
import type { Quote } from '../inventory/index.ts';
import { problem } from '../refusal.ts';
import type { ConditionsToken, PaymentRecord, TimelineStep } from '../store/index.ts';
import { isGone, reprice } from './conditions.ts';
import type { Call } from './handler.ts';

/** What the supplier is asked to book. */
export interface Wish {
  serviceId: string;
  quote: Quote;
  conditions: ConditionsToken;
  paxs: readonly Pax[];
  payment: BookingPayment | undefined;
}

/** What the supplier does with it, from now on. */
export interface SupplierAnswer {
  timeline: TimelineStep[];
  /** Why it was turned down at once. */
  errors: ErrorEntry[];
  /** What became of the card, where one was asked. */
  payment?: PaymentRecord;
}

/**
 * Asks the supplier for a booking. A card is charged for what the supplier takes only (flow.6); one that is declined
 * leaves nothing booked, one that is pending keeps the booking pending (status.rejeitado, flow.4).
 */
export function askSupplier(wish: Wish, call: Call): SupplierAnswer {
  const { now, directives } = call;
  const { failure, card } = directives;
  if (failure) return { timeline: planTimeline(failure.status, now, {}), errors: [...failure.errors] };
  const refused = refusedBySupplier(wish, call);
  if (refused) return { timeline: planTimeline('rejected', now, {}), errors: [refused] };
  const charge = chargeOf(wish, now, card);
  const timeline = planTimeline(startOf(wish.quote, charge?.payment.status), now, directives);
  const isTurnedDown = timeline[0] !== undefined && isFinal(timeline[0].status);
  if (!charge || isTurnedDown) return { timeline, errors: [] };
  const { payment, declined } = charge;
  if (declined === undefined) return { timeline, errors: [], payment };
  const refusal = problem('PaymentDeclined', `the card was declined: ${declined}; nothing was booked`);
  return { timeline: planTimeline('failed', now, {}), errors: [refusal], payment };
}

/** The charge that is due with DoBooking: that of what can be paid neither later nor beforehand. */
function chargeOf(
  { payment, quote, serviceId }: Wish,
  now: number,
  card: Directives['card'],
): Charge | undefined {
  if (!payment || quote.payLater || quote.prePayment) return undefined;
  return chargeCard(payment, { serviceId, cents: quote.cents, at: now }, card);
}

/** The status a booking starts in when the supplier takes it. */
function startOf(quote: Quote, payment: PaymentRecord['status'] | undefined): ServiceStatus {
  if (quote.prePayment) return 'awaiting-payment';
  if (quote.restriction === 'OnRequest') return 'on-request';
  return payment === 'Pending' ? 'pending' : 'confirmed';
}

const plainName = /^(?=.*\p{L})[\p{L}\p{M} '’-]+$/u;

/** Why the supplier rejects at once, or nothing (status.rejeitado). */
function refusedBySupplier({ quote, conditions, paxs }: Wish, call: Call): ErrorEntry | undefined {
  for (const { Name, Surname } of paxs) {
    if (plainName.test(Name) && plainName.test(Surname)) continue;
    return problem(
      'InvalidName',
      `guest "${call.sandbox.redactor.hideSecrets(`${Name} ${Surname}`)}": names take letters, spaces, apostrophes and hyphens only`,
    );
  }
  if (isGone(quote, call))
    return problem('RoomUnavailable', `${quote.product} ${quote.item} is no longer available`);
  const current = reprice(quote, call.directives.price);
  if (current.cents === conditions.cents && current.currency === conditions.currency) return undefined;
  return problem(
    'RateChanged',
    `the price moved from ${tell(conditions)} to ${tell(current)} since the conditions were given`,
  );
}

const tell = ({ cents, currency }: Pick<Quote, 'cents' | 'currency'>): string => `${cents / 100} ${currency}`;
