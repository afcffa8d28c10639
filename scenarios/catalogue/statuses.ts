import type { Scenario } from '#contracts/scenario';
import { hotel, looks, specialGuests } from './parts.ts';
import { scenario } from './scenario.ts';

const oneBooking = { 'hotel.doBooking': 1 };

type Case = Parameters<typeof scenario>[0];

/** Creates a scenario with a rejected booking. A correct client treats the rejection as final and does not poll. */
const rejection = (given: Pick<Case, 'id' | 'title'> & Partial<Case>): Scenario =>
  scenario({
    clauses: ['status.rejeitado', 'poll.rejected'],
    rules: ['rejected-is-final', 'body-inspected'],
    outcome: 'rejected',
    services: ['rejected'],
    requests: { ...oneBooking, getBookingDetail: 0 },
    ...given,
  });

/** Scenarios in which DoBooking returns different statuses, or the status of a booking changes later. */
export const statuses: readonly Scenario[] = [
  rejection({
    id: 'sold-out-at-booking',
    title: 'The room is no longer available when the client sends DoBooking.',
    faults: ['hotel.doBooking:sold-out=booking'],
    trigger: 'Gone at the booking',
  }),
  rejection({
    id: 'rejected-no-availability',
    title: 'DoBooking returns REJEITADO, because the room is not available.',
    clauses: ['status.rejeitado', 'poll.rejected', 'trans.rejected'],
    faults: ['hotel.doBooking:business=Rejected,errors=RoomUnavailable'],
    trigger: 'Rejected, no availability',
    surname: 'Testrejected',
  }),
  rejection({
    id: 'rejected-rate-change',
    title: 'DoBooking returns REJEITADO, because the rate has changed since the client got the conditions.',
    faults: ['hotel.doBooking:price=10,at=booking'],
    trigger: 'Rejected, rate changed',
  }),
  rejection({
    id: 'rejected-supplier-timeout',
    title: 'DoBooking returns REJEITADO, because the supplier did not answer in time.',
    faults: ['hotel.doBooking:business=Rejected,errors=SupplierTimeout'],
    trigger: 'Rejected, supplier timed out',
  }),
  rejection({
    id: 'rejected-special-characters',
    title: 'DoBooking returns REJEITADO, because a guest name contains a special character.',
    steps: [hotel({ guests: specialGuests })],
  }),
  scenario({
    id: 'business-failed',
    title: 'DoBooking answers with HTTP 200 and the bookingStatus FAILED.',
    clauses: ['flow.4', 'err.200', 'status.values'],
    rules: ['body-inspected'],
    faults: ['hotel.doBooking:business=FAILED'],
    outcome: 'failed',
    services: ['failed'],
    requests: oneBooking,
    trigger: 'Failed with 200',
    surname: 'Testfailed',
  }),
  scenario({
    id: 'business-errors',
    title: 'DoBooking answers with HTTP 200, Errors[] and a successful status, but books nothing.',
    clauses: ['flow.4', 'err.200'],
    rules: ['body-inspected'],
    faults: ['hotel.doBooking:business,errors=SupplierTimeout'],
    outcome: 'failed',
    services: ['failed'],
    requests: oneBooking,
    trigger: 'Errors with 200',
    surname: 'Testerrors',
  }),
  scenario({
    id: 'pending-confirmed',
    title: 'The booking is Pending, and is confirmed after twenty minutes.',
    clauses: ['poll.pending', 'trans.confirm', 'trans.sync'],
    rules: ['ambiguous-status-polled', 'poll-interval', 'poll-stops-at-final'],
    faults: ['hotel.doBooking:timeline=pending;confirmed@PT20M'],
    requests: { ...oneBooking, getBookingDetail: 2 },
    trigger: 'Pending, confirmed after twenty minutes',
    surname: 'Testpending',
  }),
  scenario({
    id: 'pending-unresolved',
    title: 'The booking is Pending, and the status never changes.',
    clauses: ['poll.pending', 'svc.7'],
    rules: ['ambiguous-status-polled', 'poll-interval', 'poll-window', 'no-rebooking-while-unknown'],
    faults: ['hotel.doBooking:timeline=pending'],
    outcome: 'ask-support',
    tolerated: ['pending'],
    services: ['pending'],
    requests: { ...oneBooking, getBookingDetail: 3 },
    trigger: 'Pending for good',
  }),
  scenario({
    id: 'technical-problem-confirmed',
    title: 'The status is PROBLEMA TECNICO, and the booking is confirmed after twelve minutes.',
    clauses: ['poll.technical-problem', 'status.problema-tecnico'],
    rules: ['ambiguous-status-polled', 'poll-interval', 'no-rebooking-while-unknown'],
    faults: ['hotel.doBooking:timeline=technical-problem;confirmed@PT12M'],
    requests: { ...oneBooking, getBookingDetail: 3 },
    trigger: 'Technical problem, confirmed',
    surname: 'Testproblem',
  }),
  scenario({
    id: 'technical-problem-cancelled',
    title: 'The status is PROBLEMA TECNICO, and the booking is cancelled after twelve minutes.',
    clauses: ['poll.technical-problem', 'status.problema-tecnico', 'status.cancelado'],
    rules: ['ambiguous-status-polled', 'poll-interval', 'poll-stops-at-final'],
    faults: ['hotel.doBooking:timeline=technical-problem;cancelled@PT12M'],
    outcome: 'failed',
    services: ['cancelled'],
    requests: { ...oneBooking, getBookingDetail: 3 },
    trigger: 'Technical problem, cancelled',
  }),
  scenario({
    id: 'technical-problem-unresolved',
    title: 'The status PROBLEMA TECNICO never changes; the client must refer the user to support.',
    clauses: ['poll.technical-problem', 'status.problema-tecnico', 'svc.7'],
    rules: ['ambiguous-status-polled', 'poll-window', 'no-rebooking-while-unknown', 'booked-as-expected'],
    faults: ['hotel.doBooking:timeline=technical-problem'],
    outcome: 'ask-support',
    services: ['technical-problem'],
    requests: { ...oneBooking, getBookingDetail: 6 },
    trigger: 'Technical problem for good',
  }),
  scenario({
    id: 'in-progress-then-confirmed',
    title: 'DoBooking returns EM PROGRESSO; the booking detail shows the real status.',
    clauses: ['status.em-progresso', 'trans.sync'],
    rules: ['ambiguous-status-polled', 'no-rebooking-while-unknown'],
    faults: [
      'hotel.doBooking:timeline=in-progress;confirmed@PT1S',
      'getBookingDetail:delay=PT2S,times=1,per=item',
    ],
    requests: { ...oneBooking, getBookingDetail: 1 },
    trigger: 'In progress, then confirmed',
  }),
  scenario({
    id: 'status-goes-back',
    title: 'DoBooking confirms, the first look-up returns Pending, and the next look-up returns confirmed.',
    clauses: ['trans.sync', 'poll.pending'],
    // A client that needs no voucher makes no look-up, and therefore never sees the status Pending.
    rules: ['booked-as-expected'],
    faults: [{ match: { operations: [...looks] }, effect: { kind: 'visibility', goesBackTo: 'pending' } }],
    requests: { ...oneBooking, getBookingDetail: 2 },
    trigger: 'Confirmed, Pending, confirmed',
  }),
  scenario({
    id: 'credit-blocked',
    title: 'DoBooking returns SOLICITACAO DE RESERVA, because the account is blocked for lack of credit.',
    clauses: ['status.solicitacao', 'svc.7'],
    rules: ['no-rebooking-while-unknown', 'booked-as-expected'],
    faults: ['hotel.doBooking:timeline=credit-blocked'],
    outcome: 'ask-support',
    services: ['credit-blocked'],
    requests: oneBooking,
    trigger: 'Account blocked for lack of credit',
    surname: 'Testblocked',
  }),
];
