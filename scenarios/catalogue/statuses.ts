import type { Scenario } from '#contracts/scenario';
import { hotel, looks, specialGuests } from './parts.ts';
import { scenario, scenarioWith } from './scenario.ts';

/** Creates a scenario with a rejected booking. A correct client treats the rejection as final and does not poll. */
const rejection = scenarioWith({
  tags: ['polling', 'wire'],
  clauses: ['status.rejeitado', 'poll.rejected'],
  rules: ['rejected-is-final', 'body-inspected'],
  outcome: 'rejected',
  requests: { getBookingDetail: 0 },
});

const failure = scenarioWith({
  tags: ['wire'],
  rules: ['body-inspected'],
  outcome: 'failed',
});

export const statuses: readonly Scenario[] = [
  rejection('sold-out-at-booking', {
    title: 'The room is no longer available when the client sends DoBooking.',
    faults: ['hotel.doBooking:sold-out=booking'],
    trigger: 'Gone at the booking',
  }),
  rejection('rejected-no-availability', {
    title: 'DoBooking returns REJEITADO, because the room is not available.',
    tags: ['polling', 'wire', 'smoke'],
    clauses: ['status.rejeitado', 'poll.rejected', 'trans.rejected'],
    faults: ['hotel.doBooking:business=Rejected,errors=RoomUnavailable'],
    trigger: 'Rejected, no availability',
    surname: 'Testrejected',
  }),
  rejection('rejected-rate-change', {
    title: 'DoBooking returns REJEITADO, because the rate has changed since the client got the conditions.',
    faults: ['hotel.doBooking:price=10,at=booking'],
    trigger: 'Rejected, rate changed',
  }),
  rejection('rejected-supplier-timeout', {
    title: 'DoBooking returns REJEITADO, because the supplier did not answer in time.',
    faults: ['hotel.doBooking:business=Rejected,errors=SupplierTimeout'],
    trigger: 'Rejected, supplier timed out',
  }),
  rejection('rejected-special-characters', {
    title: 'DoBooking returns REJEITADO, because a guest name contains a special character.',
    steps: [hotel({ guests: specialGuests })],
  }),
  failure('business-failed', {
    title: 'DoBooking answers with HTTP 200 and the bookingStatus FAILED.',
    clauses: ['flow.4', 'err.200', 'status.values'],
    faults: ['hotel.doBooking:business=FAILED'],
    trigger: 'Failed with 200',
    surname: 'Testfailed',
  }),
  failure('business-errors', {
    title: 'DoBooking answers with HTTP 200, Errors[] and a successful status, but books nothing.',
    clauses: ['flow.4', 'err.200'],
    faults: ['hotel.doBooking:business,errors=SupplierTimeout'],
    trigger: 'Errors with 200',
    surname: 'Testerrors',
  }),
  scenario('pending-confirmed', {
    title: 'The booking is Pending, and is confirmed after twenty minutes.',
    tags: ['time', 'polling', 'smoke'],
    clauses: ['poll.pending', 'trans.confirm', 'trans.sync'],
    rules: ['ambiguous-status-polled', 'poll-interval', 'poll-stops-at-final'],
    faults: ['hotel.doBooking:timeline=pending;confirmed@PT20M'],
    requests: { getBookingDetail: 2 },
    trigger: 'Pending, confirmed after twenty minutes',
    surname: 'Testpending',
  }),
  scenario('pending-unresolved', {
    title: 'The booking is Pending, and the status never changes.',
    tags: ['money', 'time', 'polling'],
    clauses: ['poll.pending', 'svc.7'],
    rules: ['ambiguous-status-polled', 'poll-interval', 'poll-window', 'no-rebooking-while-unknown'],
    faults: ['hotel.doBooking:timeline=pending'],
    outcome: 'ask-support',
    tolerated: ['pending'],
    services: ['pending'],
    requests: { getBookingDetail: 3 },
    trigger: 'Pending for good',
  }),
  scenario('technical-problem-confirmed', {
    title: 'The status is PROBLEMA TECNICO, and the booking is confirmed after twelve minutes.',
    tags: ['money', 'time', 'polling'],
    clauses: ['poll.technical-problem', 'status.problema-tecnico'],
    rules: ['ambiguous-status-polled', 'poll-interval', 'no-rebooking-while-unknown'],
    faults: ['hotel.doBooking:timeline=technical-problem;confirmed@PT12M'],
    requests: { getBookingDetail: 3 },
    trigger: 'Technical problem, confirmed',
    surname: 'Testproblem',
  }),
  scenario('technical-problem-cancelled', {
    title: 'The status is PROBLEMA TECNICO, and the booking is cancelled after twelve minutes.',
    tags: ['time', 'polling'],
    clauses: ['poll.technical-problem', 'status.problema-tecnico', 'status.cancelado'],
    rules: ['ambiguous-status-polled', 'poll-interval', 'poll-stops-at-final'],
    faults: ['hotel.doBooking:timeline=technical-problem;cancelled@PT12M'],
    outcome: 'failed',
    services: ['cancelled'],
    requests: { getBookingDetail: 3 },
    trigger: 'Technical problem, cancelled',
  }),
  scenario('technical-problem-unresolved', {
    title: 'The status PROBLEMA TECNICO never changes; the client must refer the user to support.',
    tags: ['money', 'time', 'polling'],
    clauses: ['poll.technical-problem', 'status.problema-tecnico', 'svc.7'],
    rules: ['ambiguous-status-polled', 'poll-window', 'no-rebooking-while-unknown', 'booked-as-expected'],
    faults: ['hotel.doBooking:timeline=technical-problem'],
    outcome: 'ask-support',
    services: ['technical-problem'],
    requests: { getBookingDetail: 6 },
    trigger: 'Technical problem for good',
  }),
  scenario('in-progress-then-confirmed', {
    title: 'DoBooking returns EM PROGRESSO; the booking detail shows the real status.',
    tags: ['money', 'polling'],
    clauses: ['status.em-progresso', 'trans.sync'],
    rules: ['ambiguous-status-polled', 'no-rebooking-while-unknown'],
    faults: [
      'hotel.doBooking:timeline=in-progress;confirmed@PT1S',
      'getBookingDetail:delay=PT2S,times=1,per=item',
    ],
    requests: { getBookingDetail: 1 },
    trigger: 'In progress, then confirmed',
  }),
  scenario('status-goes-back', {
    title: 'DoBooking confirms, the first look-up returns Pending, and the next look-up returns confirmed.',
    tags: ['polling'],
    clauses: ['trans.sync', 'poll.pending'],
    // A client that needs no voucher makes no look-up, and therefore never sees the status Pending.
    rules: ['booked-as-expected'],
    faults: [{ match: { operations: [...looks] }, effect: { kind: 'visibility', goesBackTo: 'pending' } }],
    requests: { getBookingDetail: 2 },
    trigger: 'Confirmed, Pending, confirmed',
  }),
  scenario('credit-blocked', {
    title: 'DoBooking returns SOLICITACAO DE RESERVA, because the account is blocked for lack of credit.',
    tags: ['money'],
    clauses: ['status.solicitacao', 'svc.7'],
    rules: ['no-rebooking-while-unknown', 'booked-as-expected'],
    faults: ['hotel.doBooking:timeline=credit-blocked'],
    outcome: 'ask-support',
    services: ['credit-blocked'],
    trigger: 'Account blocked for lack of credit',
    surname: 'Testblocked',
  }),
];
