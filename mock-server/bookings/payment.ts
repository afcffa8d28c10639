import { type BookingPayment, type CardResult, isFinal, maskCard, testCards } from '#contracts';
import type { BookingRecord, PaymentRecord, ServiceRecord } from '../store/records.ts';

const results: Readonly<Record<CardResult, PaymentRecord['status']>> = {
  approved: 'Approved',
  declined: 'Declined',
  pending: 'Pending',
};

/**
 * What becomes of a card that is charged for a service; what is no test card, or has expired, is declined. The number itself is not kept
 * (auth.5).
 */
export function chargeCard(
  { PaymentConditionId, PaymentRequestCC1 }: BookingPayment,
  due: Pick<PaymentRecord, 'serviceId' | 'cents' | 'at'>,
): PaymentRecord {
  const { CardNumber: number, MonthExpiration: month, YearExpiration: year } = PaymentRequestCC1.CreditCard;
  const result = hasExpired(month, year, due.at) ? 'declined' : (testCards[number] ?? 'declined');
  return {
    ...due,
    conditionId: PaymentConditionId,
    status: results[result],
    card: maskCard(number),
  };
}

/** Whether a card was good until the end of a month that has passed. */
function hasExpired(month: string, year: string, now: number): boolean {
  const century = year.length === 2 ? 2_000 : 0;
  return Date.UTC(century + Number(year), Number(month)) <= now;
}

/**
 * Settles what is pending on cards for a service, once the supplier has decided on it: approved when it is confirmed,
 * not charged when nothing comes of it. So the payment needs no due change of its own.
 */
export function settlePayments(booking: BookingRecord, { id, truth }: ServiceRecord): void {
  if (truth !== 'confirmed' && !isFinal(truth)) return;
  for (const payment of booking.payments) {
    if (payment.serviceId === id && payment.status === 'Pending')
      payment.status = truth === 'confirmed' ? 'Approved' : 'Declined';
  }
}
