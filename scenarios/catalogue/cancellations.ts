import type { Scenario } from '#contracts/scenario';
import { cancelTrip, hotel, hotelSoon, transferToHotel } from './parts.ts';
import { scenario } from './scenario.ts';

const cancelled = { outcome: 'cancelled', requests: { cancelBooking: 1 } } as const;

/** A client that hands a lost cancellation to a person is also correct. */
const handedOver: Scenario['tolerated'] = ['ask-support'];

/** Scenarios with cancellations of trips and of single services. */
export const cancellations: readonly Scenario[] = [
  scenario({
    id: 'cancel-free',
    title: 'The client cancels a trip before any penalty applies.',
    clauses: ['svc.2', 'status.cancelado', 'field.cancellation-policies'],
    rules: ['cancel-not-repeated', 'request-matches-contract'],
    steps: [hotel(), cancelTrip],
    services: ['cancelled'],
    ...cancelled,
  }),
  scenario({
    id: 'cancel-with-penalty',
    title: 'The client cancels a trip on a day when a penalty applies.',
    clauses: ['svc.2', 'status.cancelado', 'field.cancellation-policies', 'date.policies'],
    rules: ['cancel-not-repeated', 'request-matches-contract', 'policies-shown', 'penalty-shown'],
    steps: [hotelSoon, cancelTrip],
    services: ['cancelled'],
    ...cancelled,
  }),
  scenario({
    id: 'cancel-service-of-trip',
    title: 'The client cancels one service of a trip, and the other service stays booked.',
    clauses: ['svc.2', 'res.booking-id'],
    rules: ['cancel-not-repeated', 'attach-uses-real-booking-id'],
    steps: [hotel(), transferToHotel, { do: 'cancel', what: 'service', step: 1 }],
    outcome: 'cancelled',
    services: ['confirmed', 'cancelled'],
    requests: { 'transfer.cancelByService': 1 },
  }),
  scenario({
    id: 'cancel-pending',
    title: 'The status is PendingCancellation for ten minutes, and then the trip is cancelled.',
    clauses: ['poll.pending-cancellation'],
    rules: ['cancellation-polled', 'poll-interval', 'cancel-not-repeated'],
    steps: [hotel(), cancelTrip],
    faults: ['cancelBooking:timeline=pending-cancellation;cancelled@PT10M'],
    services: ['cancelled'],
    ...cancelled,
    trigger: 'Cancellation takes ten minutes',
  }),
  scenario({
    id: 'cancel-problem',
    title: 'The status is PROBLEMA NO CANCELAMENTO, because the cancellation does not reach the supplier.',
    clauses: ['status.problema-cancelamento', 'svc.7'],
    rules: ['cancel-not-repeated', 'body-inspected'],
    steps: [hotel(), cancelTrip],
    faults: ['cancelBooking:timeline=cancellation-failed'],
    outcome: 'ask-support',
    services: ['cancellation-failed'],
    requests: { cancelBooking: 1 },
    trigger: 'Cancellation not forwarded',
  }),
  scenario({
    id: 'cancel-answer-lost',
    title: 'The supplier cancels the trip, but the answer to CancelBooking is lost.',
    clauses: ['svc.2', 'flow.3'],
    tolerated: handedOver,
    rules: ['cancel-not-repeated', 'booked-as-expected'],
    steps: [hotel(), cancelTrip],
    faults: ['cancelBooking:cut,commit=before,times=1'],
    services: ['cancelled'],
    ...cancelled,
    trigger: 'Answer of the cancellation lost',
  }),
  scenario({
    id: 'cancel-answer-lost-not-cancelled',
    title: 'The connection breaks at CancelBooking, and the supplier does not cancel the trip.',
    clauses: ['svc.2', 'flow.3'],
    tolerated: handedOver,
    rules: ['cancel-not-repeated', 'booked-as-expected'],
    steps: [hotel(), cancelTrip],
    faults: ['cancelBooking:cut,times=1'],
    outcome: 'cancelled',
    services: ['cancelled'],
    requests: { cancelBooking: 2 },
  }),
  scenario({
    id: 'cancel-answer-lost-with-penalty',
    title: 'The supplier cancels the trip with a penalty, but the answer to CancelBooking is lost.',
    clauses: ['svc.2', 'flow.3', 'status.cancelado', 'field.cancellation-policies'],
    tolerated: handedOver,
    rules: ['cancel-not-repeated', 'booked-as-expected'],
    steps: [hotelSoon, cancelTrip],
    faults: ['cancelBooking:cut,commit=before,times=1'],
    services: ['cancelled'],
    ...cancelled,
  }),
];
