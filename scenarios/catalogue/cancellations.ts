import type { Scenario } from '#contracts/scenario';
import { cancelTrip, hotel, hotelSoon, transferToHotel } from './parts.ts';
import { scenario, scenarioWith } from './scenario.ts';

/** A client may also cancel a trip service by service. */
const cancelling = 'cancelBooking+hotel.cancelByService';

const cancellation = scenarioWith({ steps: [hotel(), cancelTrip] });

const lostCancellation = scenarioWith({
  tags: ['cancel'],
  clauses: ['svc.2', 'flow.3'],
  // A client that hands a lost cancellation to a person is also correct.
  tolerated: ['ask-support'],
  rules: ['cancel-not-repeated', 'booked-as-expected'],
  steps: [hotel(), cancelTrip],
});

export const cancellations: readonly Scenario[] = [
  cancellation('cancel-free', {
    title: 'The client cancels a trip before any penalty applies.',
    tags: ['cancel', 'wire', 'smoke'],
    clauses: ['svc.2', 'status.cancelado', 'field.cancellation-policies'],
    rules: ['cancel-not-repeated', 'request-matches-contract', 'penalty-shown'],
  }),
  cancellation('cancel-with-penalty', {
    title: 'The client cancels a trip on a day when a penalty applies.',
    tags: ['cancel', 'wire', 'display'],
    clauses: ['svc.2', 'status.cancelado', 'field.cancellation-policies', 'date.policies'],
    rules: ['cancel-not-repeated', 'request-matches-contract', 'policies-shown', 'penalty-shown'],
    steps: [hotelSoon, cancelTrip],
  }),
  cancellation('cancel-second-window', {
    title: 'The penalty grows in three steps, and the client cancels in the second one.',
    tags: ['cancel', 'display'],
    clauses: ['svc.2', 'status.cancelado', 'field.cancellation-policies', 'date.policies'],
    rules: ['cancel-not-repeated', 'policies-shown', 'penalty-shown'],
    faults: ['hotel.getBookingConditions:terms,stepped'],
  }),
  scenario('cancel-service-of-trip', {
    title: 'The client cancels one service of a trip, and the other service stays booked.',
    tags: ['cancel', 'wire'],
    clauses: ['svc.2', 'res.booking-id'],
    rules: ['cancel-not-repeated', 'attach-uses-real-booking-id'],
    steps: [hotel(), transferToHotel, { do: 'cancel', what: 'service', step: 1 }],
    services: ['confirmed', 'cancelled'],
  }),
  cancellation('cancel-pending', {
    title: 'The status is PendingCancellation for ten minutes, and then the trip is cancelled.',
    tags: ['time', 'polling', 'cancel'],
    clauses: ['poll.pending-cancellation'],
    rules: ['cancellation-polled', 'poll-interval', 'cancel-not-repeated'],
    faults: [`${cancelling}:timeline=pending-cancellation;cancelled@PT10M`],
    trigger: 'Cancellation takes ten minutes',
  }),
  cancellation('cancel-problem', {
    title: 'The status is PROBLEMA NO CANCELAMENTO, because the cancellation does not reach the supplier.',
    tags: ['cancel', 'wire'],
    clauses: ['status.problema-cancelamento', 'svc.7'],
    rules: ['cancel-not-repeated', 'body-inspected'],
    faults: [`${cancelling}:timeline=cancellation-failed`],
    outcome: 'ask-support',
    services: ['cancellation-failed'],
    trigger: 'Cancellation not forwarded',
  }),
  lostCancellation('cancel-answer-lost', {
    title: 'The supplier cancels the trip, but the answer to CancelBooking is lost.',
    faults: [`${cancelling}:cut,commit=before,times=1`],
    trigger: 'Answer of the cancellation lost',
  }),
  lostCancellation('cancel-answer-lost-not-cancelled', {
    title: 'The connection breaks at CancelBooking, and the supplier does not cancel the trip.',
    faults: [`${cancelling}:cut,times=1`],
    requests: { cancelBooking: 2 },
  }),
  lostCancellation('cancel-answer-lost-with-penalty', {
    title: 'The supplier cancels the trip with a penalty, but the answer to CancelBooking is lost.',
    clauses: ['svc.2', 'flow.3', 'status.cancelado', 'field.cancellation-policies'],
    steps: [hotelSoon, cancelTrip],
    faults: [`${cancelling}:cut,commit=before,times=1`],
  }),
];
