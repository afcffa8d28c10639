import { type BookingPayment, type ErrorEntry, isFinal, type Pax, type ServiceStatus } from '#contracts';
import type { Directives } from '#contracts/fault';
import {
  type ConditionsToken,
  chargeCard,
  type PaymentRecord,
  planTimeline,
  problem,
  type TimelineStep,
} from '../books/index.ts';
import type { Quote } from '../inventory/index.ts';
import { isGone, reprice } from './conditions.ts';
import type { Call } from './handler.ts';

export interface SupplierOrder {
  serviceId: string;
  quote: Quote;
  conditions: ConditionsToken;
  paxs: Pax[];
  payment: BookingPayment | undefined;
}

export interface SupplierAnswer {
  timeline: TimelineStep[];
  /** Empty when the supplier accepts the order. */
  errors: ErrorEntry[];
  /** Absent when no card was charged. */
  payment?: PaymentRecord;
}

/**
 * A card is charged only for an accepted order (flow.6). A declined card books nothing; a pending payment makes the service
 * pending (status.rejeitado, flow.4).
 */
export function askSupplier(order: SupplierOrder, call: Call): SupplierAnswer {
  const { now, directives } = call;
  const { failure, card } = directives;
  if (failure) return { timeline: planTimeline(failure.status, now, {}), errors: [...failure.errors] };
  const refused = refusedBySupplier(order, call);
  if (refused) return { timeline: planTimeline('rejected', now, {}), errors: [refused] };
  const charge = chargeOf(order, now, card);
  const start = startOf(order.quote, charge?.payment.status);
  const timeline = planTimeline(start, now, withOwnTime(start, order.quote, directives));
  const isTurnedDown = timeline[0] !== undefined && isFinal(timeline[0].status);
  if (!charge || isTurnedDown) return { timeline, errors: [] };
  const { payment, declined } = charge;
  if (declined === undefined) return { timeline, errors: [], payment };
  const refusal = problem('PaymentDeclined', `the card was declined: ${declined}; nothing was booked`);
  return { timeline: planTimeline('failed', now, {}), errors: [refusal], payment };
}

/** A fault that plans the statuses comes before the time that the record of the offer states. */
function withOwnTime(start: ServiceStatus, { confirmsAfter }: Quote, directives: Directives): Directives {
  if (start !== 'on-request' || confirmsAfter === undefined || directives.timeline) return directives;
  return { ...directives, timeline: [{ after: confirmsAfter, status: 'confirmed' }] };
}

function chargeOf({ payment, quote, serviceId }: SupplierOrder, now: number, card: Directives['card']) {
  if (!payment || quote.canPayLater || quote.prePayment) return undefined;
  return chargeCard(payment, { serviceId, cents: quote.cents, at: now }, card);
}

function startOf(quote: Quote, payment: PaymentRecord['status'] | undefined): ServiceStatus {
  const isUnpaid = !quote.canPayLater && payment === undefined; // the client can pay with payBooking (decision 4)
  if (quote.prePayment || isUnpaid) return 'awaiting-payment';
  if (quote.restriction === 'OnRequest') return 'on-request';
  return payment === 'Pending' ? 'pending' : 'confirmed';
}

const plainName = /^(?=.*\p{L})[\p{L}\p{M} '’-]+$/u;

/** Undefined when the supplier accepts the order (status.rejeitado). */
function refusedBySupplier({ quote, conditions, paxs }: SupplierOrder, call: Call): ErrorEntry | undefined {
  for (const { Name, Surname } of paxs) {
    if (plainName.test(Name) && plainName.test(Surname)) continue;
    return problem(
      'InvalidName',
      `guest "${call.sandbox.redactor.hideSecrets(`${Name} ${Surname}`)}": names may contain only letters, spaces, apostrophes and hyphens`,
    );
  }
  if (isGone(quote, call))
    return problem('RoomUnavailable', `${quote.product} ${quote.item} is no longer available`);
  const current = reprice(quote, call.directives.price);
  if (current.cents === conditions.cents && current.currency === conditions.currency) return undefined;
  return problem(
    'RateChanged',
    `the price changed from ${formatPrice(conditions)} to ${formatPrice(current)} since the conditions were returned; request the conditions again`,
  );
}

const formatPrice = ({ cents, currency }: Pick<Quote, 'cents' | 'currency'>): string =>
  `${cents / 100} ${currency}`;
