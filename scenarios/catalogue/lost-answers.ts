import type { Scenario } from '#contracts/scenario';
import { cancelTrip, car, hotel, hotelOnRequest, looks, tour, transfer } from './parts.ts';
import { scenario } from './scenario.ts';

const anotherHotel = hotel({ criteria: { ...hotel().criteria, checkinDate: '2026-12-20' } });
const once = 'booked-as-expected';
const lost = ['no-blind-rebooking', once] as const;
/**
 * The expected number of calls of each operation, if the client looks up the booking at once, and then every five minutes for
 * thirty minutes (decision 3).
 */
const thirtyMinutes = { getBooking: 7, 'hotel.doBooking': 2 };
const oneLook = { getBooking: 1, 'hotel.doBooking': 1 };
/** The operation takes effect, but its answer is lost. */
const cut = 'hotel.doBooking:cut,commit=before,times=1';

/** Scenarios in which the answer to DoBooking is lost, and a look-up finds a booking that is not confirmed. */
const foundAs: readonly Scenario[] = [
  scenario({
    id: 'answer-lost-pending',
    title: 'The answer to DoBooking is lost, and a look-up finds the booking Pending; it is rejected later.',
    tags: ['money', 'polling', 'wire'],
    clauses: ['flow.3', 'poll.pending', 'poll.rejected'],
    rules: [...lost, 'ambiguous-status-polled', 'outcome-as-expected'],
    faults: [cut, 'hotel.doBooking:timeline=pending;rejected@PT15M,times=1'],
    outcome: 'rejected',
    services: ['rejected'],
    requests: { ...oneLook, getBookingDetail: 2 },
  }),
  scenario({
    id: 'answer-lost-on-request',
    title:
      'The answer to DoBooking is lost, and a look-up finds the booking OnRequest; the hotel rejects it.',
    tags: ['money', 'polling', 'wire'],
    clauses: ['flow.3', 'flow.5', 'poll.rejected'],
    rules: [...lost, 'on-request-not-success', 'outcome-as-expected'],
    steps: [hotelOnRequest()],
    faults: [cut, 'hotel.doBooking:timeline=on-request;rejected@PT15M,times=1'],
    outcome: 'rejected',
    services: ['rejected'],
    requests: { ...oneLook, getBookingDetail: 2 },
  }),
  scenario({
    id: 'answer-lost-rejected',
    title: 'The answer to DoBooking is lost, and a look-up finds the booking Rejected.',
    tags: ['money', 'polling', 'wire'],
    clauses: ['flow.3', 'poll.rejected', 'status.rejeitado'],
    rules: [...lost, 'rejected-is-final', 'outcome-as-expected'],
    faults: [cut, 'hotel.doBooking:business=Rejected,errors=RoomUnavailable,times=1'],
    outcome: 'rejected',
    services: ['rejected'],
    requests: { ...oneLook, getBookingDetail: 0 },
  }),
  scenario({
    id: 'answer-lost-technical-problem',
    title: 'The answer to DoBooking is lost, and a look-up finds a TechnicalProblem that never changes.',
    tags: ['money', 'time', 'polling', 'wire'],
    clauses: ['flow.3', 'poll.technical-problem', 'status.problema-tecnico', 'svc.7'],
    rules: [...lost, 'ambiguous-status-polled', 'poll-window', 'outcome-as-expected'],
    faults: [cut, 'hotel.doBooking:timeline=technical-problem,times=1'],
    outcome: 'ask-support',
    services: ['technical-problem'],
    requests: { ...oneLook, getBookingDetail: 6 },
  }),
  scenario({
    id: 'answer-lost-other-guest',
    title: 'DoBooking books nothing, and look-ups find a booking of another guest with the same reference.',
    tags: ['money', 'wire'],
    clauses: ['flow.3'],
    rules: [...lost],
    faults: [cut, 'hotel.doBooking:other-guest,times=1'],
    // A client that asks a person before it books again is also correct.
    tolerated: ['ask-support'],
    requests: thirtyMinutes,
  }),
];

/** Scenarios in which an answer is lost. Only a look-up shows whether the supplier has a booking. */
export const lostAnswers: readonly Scenario[] = [
  scenario({
    id: 'conditions-answer-lost',
    title: 'GetBookingConditions succeeds and uses up the Token, but the client cannot read the answer.',
    tags: ['tokens'],
    clauses: ['flow.1', 'auth.2', 'field.retoken', 'retoken.same'],
    // After a lost answer, a ReToken and a new Search are both correct (decision 2).
    rules: ['token-used-once', 'booking-uses-conditions-token'],
    faults: ['hotel.getBookingConditions:body=truncated,times=1,per=item'],
    requests: { 'hotel.search': 1, 'hotel.getBookingConditions': 2 },
    trigger: 'Answer of the conditions lost',
  }),
  scenario({
    id: 'answer-lost-booked',
    title: 'DoBooking books the room, but the connection breaks before the answer.',
    tags: ['money', 'wire', 'smoke'],
    clauses: ['flow.3'],
    rules: [...lost],
    faults: ['hotel.doBooking:cut,commit=before,times=1'],
    requests: oneLook,
    trigger: 'Answer lost after booking',
    surname: 'Testlost',
  }),
  scenario({
    id: 'answer-lost-not-booked',
    title: 'The connection breaks during DoBooking, and the supplier books nothing.',
    tags: ['money', 'wire'],
    clauses: ['flow.3'],
    rules: [...lost, 'idempotency-key-per-booking'],
    faults: ['hotel.doBooking:cut,times=1'],
    requests: thirtyMinutes,
    trigger: 'Answer lost, nothing booked',
    surname: 'Testunbooked',
  }),
  scenario({
    id: 'booking-hangs-booked',
    title: 'DoBooking books the room, but does not answer for a minute.',
    tags: ['money', 'time', 'wire'],
    clauses: ['flow.3', 'limit.booking-timeout'],
    rules: [...lost, 'waits-for-booking'],
    faults: ['hotel.doBooking:hang=PT60S,commit=before,times=1'],
    requests: oneLook,
    trigger: 'No answer for a minute, booked',
    surname: 'Testhanging',
  }),
  scenario({
    id: 'booking-hangs-not-booked',
    title: 'DoBooking does not answer for a minute, and books nothing.',
    tags: ['money', 'time', 'wire'],
    clauses: ['flow.3', 'limit.booking-timeout'],
    rules: [...lost, 'waits-for-booking'],
    faults: ['hotel.doBooking:hang=PT60S,times=1'],
    requests: thirtyMinutes,
    trigger: 'No answer for a minute, nothing booked',
  }),
  scenario({
    id: 'booked-after-giving-up',
    title: 'DoBooking does not answer, and books the room only after the client has timed out.',
    tags: ['money', 'time', 'wire'],
    clauses: ['flow.3', 'limit.booking-timeout'],
    rules: [...lost, 'waits-for-booking'],
    faults: ['hotel.doBooking:hang,commit=after,times=1'],
    requests: { 'hotel.doBooking': 1 },
    trigger: 'No answer, booked after giving up',
  }),
  scenario({
    id: 'booking-504-booked',
    title: 'A gateway in front of the supplier answers DoBooking with 504, but the supplier books the room.',
    tags: ['money', 'wire'],
    clauses: ['flow.3'],
    rules: [...lost],
    faults: ['hotel.doBooking:status=504,commit=before,times=1'],
    requests: oneLook,
    trigger: 'Answered 504, booked',
    surname: 'Testgateway',
  }),
  scenario({
    id: 'booking-visible-late',
    title: 'The answer to DoBooking is lost, and look-ups find the booking only after four minutes.',
    tags: ['money', 'wire'],
    clauses: ['flow.3'],
    rules: [...lost],
    faults: ['hotel.doBooking:cut,commit=before,times=1', 'getBooking*:visibility=PT4M'],
    // If a client books again within thirty minutes after the lost answer, the supplier can have two bookings (decision 3).
    orServices: [['confirmed', 'confirmed']],
    requests: { getBooking: 2, 'hotel.doBooking': 1 },
    trigger: 'Answer lost, found after four minutes',
  }),
  ...foundAs,
  scenario({
    id: 'answer-lost-second-booked',
    title:
      'The account has a booking; the answer to another one is lost, and the user cancels this other one.',
    tags: ['money', 'wire'],
    clauses: ['flow.3', 'ep.list'],
    rules: [...lost],
    steps: [hotel(), anotherHotel, { ...cancelTrip, step: 1 }],
    // The delay gives the bookings different times, so that their order is known.
    faults: ['hotel.search:delay=PT2S,nth=2', 'hotel.doBooking:cut,commit=before,nth=2'],
    outcome: 'cancelled',
    services: ['confirmed', 'cancelled'],
    requests: { 'hotel.doBooking': 2, cancelBooking: 1 },
  }),
  scenario({
    id: 'answer-lost-second-not-booked',
    title: 'The account has a booking; the answer to another DoBooking is lost, which books nothing.',
    tags: ['money', 'wire'],
    clauses: ['flow.3', 'ep.list'],
    rules: [...lost],
    steps: [hotel(), anotherHotel],
    faults: ['hotel.doBooking:cut,nth=2'],
    services: ['confirmed', 'confirmed'],
    requests: { 'hotel.doBooking': 3 },
  }),
  scenario({
    id: 'answer-lost-look-ups-lost',
    title: 'DoBooking books the room without an answer, and the next four look-ups get no answer either.',
    tags: ['money', 'wire'],
    clauses: ['flow.3', 'poll.technical-problem'],
    rules: [...lost],
    faults: [
      'hotel.doBooking:hang=PT60S,commit=before,times=1',
      { match: { operations: [...looks], times: 4 }, effect: { kind: 'cut' } },
    ],
    tolerated: ['ask-support'],
    requests: { 'hotel.doBooking': 1 },
  }),
  scenario({
    id: 'booking-forgotten-once',
    title: 'The first poll finds a Pending booking, the second poll does not, and the third poll does.',
    tags: ['money', 'polling', 'wire'],
    clauses: ['err.404', 'poll.pending'],
    rules: ['ambiguous-status-polled', once, 'no-rebooking-while-unknown'],
    faults: ['hotel.doBooking:timeline=pending;confirmed@PT15M', 'getBookingDetail:visibility,then404'],
    // If the second poll of a client finds nothing, the client may have no time for a third poll within the half hour.
    tolerated: ['ask-support'],
    requests: { 'hotel.doBooking': 1, getBookingDetail: 3 },
    trigger: 'Found, not found, found',
  }),
  ...(['car', 'transfer', 'tour'] as const).map(product =>
    scenario({
      id: `${product}-answer-lost-booked`,
      title: `DoBooking books a ${product}, but the connection breaks before the answer.`,
      tags: ['money', 'wire'],
      clauses: ['flow.3'],
      rules: [...lost],
      steps: [{ car, transfer, tour }[product]],
      faults: [`${product}.doBooking:cut,commit=before,times=1`],
      requests: { getBooking: 1, [`${product}.doBooking`]: 1 },
      trigger: 'Answer lost after booking',
    }),
  ),
  scenario({
    id: 'client-restarted',
    title: 'The runner kills the client when DoBooking arrives, and restarts the client with stored data.',
    tags: ['money', 'wire'],
    clauses: ['flow.3', 'client.states'],
    rules: [...lost],
    clocks: ['auto', 'real', 'scaled'],
    restarts: { at: 'hotel.doBooking' },
    requests: { 'hotel.doBooking': 1 },
  }),
  scenario({
    id: 'client-restarted-not-booked',
    title: 'The runner kills and restarts the client at DoBooking, and the supplier books nothing.',
    tags: ['money', 'wire'],
    clauses: ['flow.3', 'client.states'],
    rules: [...lost],
    clocks: ['auto', 'real', 'scaled'],
    restarts: { at: 'hotel.doBooking' },
    faults: ['hotel.doBooking:cut,times=1'],
    requests: thirtyMinutes,
  }),
  scenario({
    id: 'client-restarted-rejected',
    title: 'The runner kills and restarts the client at DoBooking, and the supplier rejects the booking.',
    tags: ['polling'],
    clauses: ['flow.3', 'client.states', 'poll.rejected', 'status.rejeitado'],
    rules: ['outcome-as-expected', once, 'rejected-is-final'],
    clocks: ['auto', 'real', 'scaled'],
    restarts: { at: 'hotel.doBooking' },
    faults: ['hotel.doBooking:business=Rejected,errors=RoomUnavailable'],
    outcome: 'rejected',
    services: ['rejected'],
    requests: oneLook,
  }),
  scenario({
    id: 'double-click',
    title: 'The user submits the same booking twice at the same moment, and DoBooking takes three seconds.',
    tags: ['money'],
    clauses: ['flow.3'],
    rules: ['one-booking-in-flight', once],
    steps: [hotel({ times: 2 })],
    // The delay makes the second request arrive before the first answer, even on a slow machine.
    faults: ['hotel.doBooking:delay=PT3S,times=1'],
    requests: { 'hotel.doBooking': 1 },
  }),
];
