import { type BookingPayment, type CardResult, maskCard, testCards } from '#contracts';
import type { BookingRecord, PaymentRecord } from '../store/records.ts';

const results: Readonly<Record<CardResult, PaymentRecord['status']>> = {
  approved: 'Approved',
  declined: 'Declined',
  pending: 'Pending',
};

/**
 * Charges a card for a booking and records it; what is no test card is declined. The number itself is not kept
 * (auth.5).
 */
export function charge(
  booking: BookingRecord,
  payment: BookingPayment,
  cents: number,
  now: number,
): PaymentRecord['status'] {
  const number = payment.PaymentRequestCC1.CreditCard.CardNumber;
  const status = results[testCards[number] ?? 'declined'];
  booking.payments.push({
    conditionId: payment.PaymentConditionId,
    cents,
    status,
    at: now,
    card: maskCard(number),
  });
  return status;
}
