import { type BookingPayment, type CardResult, isFinal, limits, testCards } from '#contracts';
import { maskCard } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { BookingRecord, PaymentRecord, ServiceRecord } from '../store/index.ts';

const results: Readonly<Record<CardResult, PaymentRecord['status']>> = {
  approved: 'Approved',
  declined: 'Declined',
  pending: 'Pending',
};

/** A charge, and why the card was declined where it was. */
export interface Charge {
  payment: PaymentRecord;
  declined?: string;
}

/**
 * What becomes of a card that is charged for a service; what is no test card, or has expired, is declined. The number
 * itself is neither kept nor told (auth.5).
 *
 * @param due what is charged: cents, and the instant in epoch milliseconds
 * @param told what becomes of it whatever card it is, and what has it so
 * @example chargeCard(request, { serviceId, cents: 12_050, at: now }).payment.status // 'Approved'
 */
export function chargeCard(
  { PaymentConditionId, PaymentRequestCC1 }: BookingPayment,
  due: Pick<PaymentRecord, 'serviceId' | 'cents' | 'at'>,
  told?: Directives['card'],
): Charge {
  const { CreditCard } = PaymentRequestCC1;
  const result = told?.result ?? testCards[CreditCard.CardNumber];
  const reasons =
    told?.result === 'declined' ? [`by ${told.source}`] : told ? [] : whyDeclined(CreditCard, due.at);
  const isDeclined = result === undefined || reasons.length > 0;
  const status = isDeclined ? 'Declined' : results[result];
  const card = maskCard(CreditCard.CardNumber);
  const payment = { ...due, conditionId: PaymentConditionId, status, card };
  return isDeclined ? { payment, declined: reasons.join(', and ') } : { payment };
}

type CreditCard = BookingPayment['PaymentRequestCC1']['CreditCard'];

/** What is wrong with a card. */
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

/** Whether a card was good until the end of a month that has passed. */
function hasExpired(month: string, year: string, now: number): boolean {
  const century = year.length === 2 ? 2_000 : 0;
  return Date.UTC(century + Number(year), Number(month)) <= now;
}

/** The charge that stands for a service: the one that was not declined. */
export const chargeFor = ({ payments }: BookingRecord, { id }: ServiceRecord): PaymentRecord | undefined =>
  payments.find(payment => payment.serviceId === id && payment.status !== 'Declined');

/**
 * Settles what is pending on cards for a service, once the supplier has decided on it: approved when it is confirmed, not
 * charged when nothing comes of it. A cancellation that failed leaves the service, and its card is approved in its time.
 *
 * @returns whether anything changed
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
