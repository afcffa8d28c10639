import { type BookingPayment, type CardResult, isFinal, limits, testCards } from '#contracts';
import type { Directives } from '#contracts/fault';
import { maskCard } from '#contracts/util';
import type { BookingRecord, PaymentRecord, ServiceRecord } from '../records/index.ts';

const results: Readonly<Record<CardResult, PaymentRecord['status']>> = {
  approved: 'Approved',
  declined: 'Declined',
  pending: 'Pending',
};

export interface Charge {
  payment: PaymentRecord;
  declined?: string;
}

/** The card number is neither stored nor shown (auth.5). `planned`: the result that a fault sets for any card. */
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

function hasExpired(month: string, year: string, now: number): boolean {
  const century = year.length === 2 ? 2_000 : 0;
  return Date.UTC(century + Number(year), Number(month)) <= now;
}

export const chargeFor = ({ payments }: BookingRecord, { id }: ServiceRecord): PaymentRecord | undefined =>
  payments.find(payment => payment.serviceId === id && payment.status !== 'Declined');

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
