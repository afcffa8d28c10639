import type { Scenario } from '#contracts/scenario';
import { contactGuests, hotel, paidHotel, payment, paymentByAnother, paymentInThree, sold } from './parts.ts';
import { scenario, scenarioWith } from './scenario.ts';

const prepaid = paidHotel(sold.prepaid);
const paidAtBooking = paidHotel(sold.paidAtBooking);
const charged: ['charged-as-expected'] = ['charged-as-expected'];

const prepaidCase = scenarioWith({
  tags: ['money', 'payment'],
  steps: [prepaid],
  requests: { payBooking: 1 },
});

export const payments: readonly Scenario[] = [
  prepaidCase('prepaid-approved', {
    title: 'The user pays a prepaid room by card, and the supplier approves the payment.',
    clauses: ['svc.3', 'field.is-prepayment', 'ep.pay', 'res.payment', 'status.aguardando'],
    rules: ['prepayment-paid', ...charged],
    trigger: 'Prepaid, card approved',
  }),
  prepaidCase('prepaid-declined', {
    title: 'The user pays a prepaid room by card, and the supplier declines the payment.',
    tags: ['money', 'payment', 'wire'],
    clauses: ['svc.3', 'status.aguardando'],
    rules: ['prepayment-paid', 'body-inspected', 'declined-card-not-repeated', ...charged],
    faults: ['payBooking:payment=declined'],
    outcome: 'payment-declined',
    charges: ['Declined'],
    trigger: 'Prepaid, card declined',
  }),
  prepaidCase('prepaid-pending', {
    title: 'The user pays a prepaid room by card, and the supplier approves the payment after ten minutes.',
    tags: ['money', 'time', 'polling', 'payment'],
    clauses: ['svc.3', 'poll.pending'],
    rules: ['prepayment-paid', 'ambiguous-status-polled', 'poll-interval', ...charged],
    faults: ['payBooking:payment=pending'],
    trigger: 'Prepaid, payment pending',
  }),
  prepaidCase('payment-answer-lost', {
    title: 'The supplier charges the card, but the answer to the payment is lost.',
    clauses: ['svc.3', 'flow.3'],
    rules: ['prepayment-paid', 'payment-not-repeated', ...charged],
    faults: ['payBooking:payment=lost,times=1'],
    trigger: 'Prepaid, answer of the payment lost',
  }),
  prepaidCase('payment-answer-lost-declined', {
    title: 'The supplier declines the card, and the answer to the payment is lost.',
    clauses: ['svc.3', 'flow.3', 'status.aguardando'],
    rules: ['prepayment-paid', 'outcome-as-expected', ...charged],
    faults: ['payBooking:payment=declined', 'payBooking:cut,commit=before,times=1'],
    outcome: 'payment-declined',
    // The specification does not say how a client asks for the result of a lost payment.
    tolerated: ['ask-support'],
    charges: ['Declined'],
  }),
  prepaidCase('payment-answer-lost-pending', {
    title: 'The answer to the payment is lost, while the bank still decides; it approves after ten minutes.',
    clauses: ['svc.3', 'flow.3', 'poll.pending'],
    rules: ['prepayment-paid', 'payment-not-repeated', ...charged],
    faults: ['payBooking:payment=pending', 'payBooking:cut,commit=before,times=1'],
    tolerated: ['ask-support', 'pending'],
  }),
  prepaidCase('paid-by-another', {
    title: 'The payer is not one of the guests; the payment needs the name and the address of the payer.',
    clauses: ['svc.3', 'res.contracting-party'],
    rules: ['prepayment-paid', ...charged],
    steps: [hotel({ choose: sold.prepaid, payment: paymentByAnother })],
  }),
  prepaidCase('payment-not-arrived', {
    title: 'The payment does not arrive at the supplier, and the client gets no answer.',
    clauses: ['svc.3', 'flow.3', 'status.aguardando'],
    rules: ['prepayment-paid', 'payment-not-repeated', ...charged],
    faults: ['payBooking:cut,times=1'],
    // A client that asks a person before it pays again is also correct.
    tolerated: ['ask-support'],
    requests: { payBooking: 2 },
  }),
  scenario('pay-at-booking', {
    title: 'The user cannot pay the room later, so DoBooking charges the card.',
    tags: ['money', 'payment', 'smoke'],
    clauses: ['flow.6', 'field.can-pay-later', 'res.contracting-party'],
    rules: ['charged-at-booking', 'payment-only-when-due', ...charged],
    steps: [paidAtBooking],
    requests: { payBooking: 0 },
    trigger: 'Paid with the booking',
  }),
  prepaidCase('prepaid-in-instalments', {
    title: 'The user pays a prepaid room in three of up to six instalments.',
    clauses: ['svc.3', 'res.payment'],
    rules: ['instalments-as-chosen', 'prepayment-paid', ...charged],
    steps: [hotel({ choose: sold.prepaid, payment: paymentInThree })],
  }),
  scenario('card-not-needed', {
    title:
      'The user has given a card, but the room is paid at the hotel, so the client must not send the card.',
    tags: ['money', 'payment', 'privacy'],
    clauses: ['auth.5', 'field.can-pay-later'],
    rules: ['card-only-when-needed', ...charged],
    steps: [paidHotel(sold.flexible)],
    requests: { payBooking: 0 },
  }),
  scenario('logs-clean', {
    title: 'The client must not log card data, identity documents, e-mail addresses or passwords.',
    tags: ['privacy'],
    clauses: ['auth.5'],
    rules: [
      'no-card-data-kept',
      'personal-data-masked',
      'credentials-not-in-output',
      'no-personal-data-in-references',
      'test-cards-only',
    ],
    steps: [hotel({ choose: sold.paidAtBooking, payment, guests: contactGuests })],
  }),
];
