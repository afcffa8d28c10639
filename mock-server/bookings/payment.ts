import { type BookingPayment, type CardResult, isFinal, limits, testCards } from '#contracts';
import { maskCard } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { BookingRecord, PaymentRecord, ServiceRecord } from '../store/index.ts';

const results: Readonly<Record<CardResult, PaymentRecord['status']>> = {
  approved: 'Approved',
  declined: 'Declined',
  pending: 'Pending',
};

/** A card charge. If the card was declined, `declined` contains the reasons. */
export interface Charge {
  payment: PaymentRecord;
  declined?: string;
}

/**
 * Charges a card for a service. The charge is declined if the card is not a test card, or has expired. The card number is
 * neither stored nor shown (auth.5).
 *
 * @param due the service, the amount in cents, and the instant of the charge in epoch milliseconds
 * @param planned the result that a fault sets for any card, and the owner of that fault
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
      ? [`${planned.source} caused this`]
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

/** Returns the reasons why the stand-in declines a card; an empty list for a card that it accepts. */
function whyDeclined(
  { CardNumber: number, MonthExpiration: month, YearExpiration: year }: CreditCard,
  now: number,
): string[] {
  const result = testCards[number];
  return [
    ...(hasExpired(month, year, now) ? ['the card has expired'] : []),
    ...(result === undefined ? ['the stand-in approves only test cards (see docs/guides/payment.md)'] : []),
    ...(result === 'declined' ? ['the issuer refused the card'] : []),
  ];
}

/** Returns whether the month in which a card expires is over. */
function hasExpired(month: string, year: string, now: number): boolean {
  const century = year.length === 2 ? 2_000 : 0;
  return Date.UTC(century + Number(year), Number(month)) <= now;
}

/** Returns the approved or pending charge of a service; undefined when the service has no such charge. */
export const chargeFor = ({ payments }: BookingRecord, { id }: ServiceRecord): PaymentRecord | undefined =>
  payments.find(payment => payment.serviceId === id && payment.status !== 'Declined');

/**
 * Settles the pending card payments of a service, and returns whether any payment changed. The payments are approved
 * when the service is confirmed, and declined when the status of the service is final. If a cancellation of the service
 * fails, its payments are approved when their pending time ends.
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
