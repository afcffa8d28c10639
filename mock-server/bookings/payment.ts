import { type BookingPayment, type CardResult, isFinal, limits, testCards } from '#contracts';
import { maskCard } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { BookingRecord, PaymentRecord, ServiceRecord } from '../store/index.ts';

const results: Readonly<Record<CardResult, PaymentRecord['status']>> = {
  approved: 'Approved',
  declined: 'Declined',
  pending: 'Pending',
};

/** A charge, and the reason when the card was declined. */
export interface Charge {
  payment: PaymentRecord;
  declined?: string;
}

/**
 * Charges a card for a service. A card that is not a test card, or has expired, is declined. The number itself is neither
 * stored nor shown (auth.5).
 *
 * @param due what is charged: cents, and the instant in epoch milliseconds
 * @param planned the result that a fault sets for any card, and its source
 * @example chargeCard(request, { serviceId, cents: 12_050, at: now }).payment.status // 'Approved'
 */
export function chargeCard(
  { PaymentConditionId, PaymentRequestCC1 }: BookingPayment,
  due: Pick<PaymentRecord, 'serviceId' | 'cents' | 'at'>,
  planned?: Directives['card'],
): Charge {
  const { CreditCard } = PaymentRequestCC1;
  const result = planned?.result ?? testCards[CreditCard.CardNumber];
  const reasons =
    planned?.result === 'declined'
      ? [`by ${planned.source}`]
      : planned
        ? []
        : whyDeclined(CreditCard, due.at);
  const isDeclined = result === undefined || reasons.length > 0;
  const status = isDeclined ? 'Declined' : results[result];
  const card = maskCard(CreditCard.CardNumber);
  const payment = { ...due, conditionId: PaymentConditionId, status, card };
  return isDeclined ? { payment, declined: reasons.join(', and ') } : { payment };
}

type CreditCard = BookingPayment['PaymentRequestCC1']['CreditCard'];

/** Returns the reasons to decline a card. */
function whyDeclined(
  { CardNumber: number, MonthExpiration: month, YearExpiration: year }: CreditCard,
  now: number,
): string[] {
  const result = testCards[number];
  return [
    ...(hasExpired(month, year, now) ? ['it has expired'] : []),
    ...(result === undefined
      ? ['only test cards are approved here (docs/guides/payment.md lists them)']
      : []),
    ...(result === 'declined' ? ['its issuer refused it'] : []),
  ];
}

/** Whether the month in which a card expires is over. */
function hasExpired(month: string, year: string, now: number): boolean {
  const century = year.length === 2 ? 2_000 : 0;
  return Date.UTC(century + Number(year), Number(month)) <= now;
}

/** Returns the charge of a service that was not declined. */
export const chargeFor = ({ payments }: BookingRecord, { id }: ServiceRecord): PaymentRecord | undefined =>
  payments.find(payment => payment.serviceId === id && payment.status !== 'Declined');

/**
 * Settles the pending card payments of a service, and returns whether anything changed. They are approved when the service
 * is confirmed, and declined when it ends otherwise. After a failed cancellation they are approved when they are due.
 */
export function settlePayments(booking: BookingRecord, { id, truth }: ServiceRecord, at: number): boolean {
  const pending = booking.payments.filter(
    ({ serviceId, status }) => serviceId === id && status === 'Pending',
  );
  const settled = pending.filter(payment => {
    const isDue = at - payment.at >= limits.pendingPayment.value;
    return truth === 'confirmed' || isFinal(truth) || (truth === 'cancellation-failed' && isDue);
  });
  for (const payment of settled) {
    payment.status = isFinal(truth) ? 'Declined' : 'Approved';
    payment.at = at;
  }
  return settled.length > 0;
}
