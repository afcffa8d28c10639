import type { Scenario } from '#contracts/scenario';
import { cancelTrip, car, hotel, hotelOnRequest, laterHotel, looks, tour, transfer } from './parts.ts';
import { scenario, scenarioWith } from './scenario.ts';

const once = 'booked-as-expected';
const lost = ['no-blind-rebooking', once] as const;
/** The calls of each operation, if the client looks up at once, and then every five minutes for thirty minutes (decision 3). */
const thirtyMinutes = { getBooking: 7, 'hotel.doBooking': 2 };
/** The operation takes effect, but its answer is lost. */
const cut = 'hotel.doBooking:cut,commit=before,times=1';

const lostCall = scenarioWith({
  tags: ['money', 'wire'],
  clauses: ['flow.3'],
  rules: [...lost],
});

const hanging = scenarioWith({
  tags: ['money', 'time', 'wire'],
  clauses: ['flow.3', 'limit.booking-timeout'],
  rules: [...lost, 'waits-for-booking'],
});

const foundRejected = scenarioWith({
  tags: ['money', 'polling', 'wire'],
  outcome: 'rejected',
});

const restarted = scenarioWith({
  tags: ['money', 'wire'],
  clauses: ['flow.3', 'client.states'],
  rules: [...lost],
  clocks: ['auto', 'real', 'scaled'],
  restarts: { at: 'hotel.doBooking' },
});

/** Scenarios in which an answer is lost. Only a look-up shows whether the supplier has a booking. */
export const lostAnswers: readonly Scenario[] = [
  scenario('conditions-answer-lost', {
    title: 'GetBookingConditions succeeds and uses up the Token, but the client cannot read the answer.',
    tags: ['tokens'],
    clauses: ['flow.1', 'auth.2', 'field.retoken', 'retoken.same'],
    // After a lost answer, a ReToken and a new Search are both correct (decision 2).
    rules: ['token-used-once', 'booking-uses-conditions-token'],
    faults: ['hotel.getBookingConditions:body=truncated,times=1,per=item'],
    requests: { 'hotel.search': 1, 'hotel.getBookingConditions': 2 },
    trigger: 'Answer of the conditions lost',
  }),
  lostCall('answer-lost-booked', {
    title: 'DoBooking books the room, but the connection breaks before the answer.',
    tags: ['money', 'wire', 'smoke'],
    faults: ['hotel.doBooking:cut,commit=before,times=1'],
    requests: { getBooking: 1 },
    trigger: 'Answer lost after booking',
    surname: 'Testlost',
  }),
  lostCall('answer-lost-not-booked', {
    title: 'The connection breaks during DoBooking, and the supplier books nothing.',
    rules: [...lost, 'idempotency-key-per-booking'],
    faults: ['hotel.doBooking:cut,times=1'],
    requests: thirtyMinutes,
    trigger: 'Answer lost, nothing booked',
    surname: 'Testunbooked',
  }),
  hanging('booking-hangs-booked', {
    title: 'DoBooking books the room, but does not answer for a minute.',
    faults: ['hotel.doBooking:hang=PT60S,commit=before,times=1'],
    requests: { getBooking: 1 },
    trigger: 'No answer for a minute, booked',
    surname: 'Testhanging',
  }),
  hanging('booking-hangs-not-booked', {
    title: 'DoBooking does not answer for a minute, and books nothing.',
    faults: ['hotel.doBooking:hang=PT60S,times=1'],
    requests: thirtyMinutes,
    trigger: 'No answer for a minute, nothing booked',
  }),
  hanging('booked-after-giving-up', {
    title: 'DoBooking does not answer, and books the room only after the client has timed out.',
    faults: ['hotel.doBooking:hang,commit=after,times=1'],
    trigger: 'No answer, booked after giving up',
  }),
  lostCall('booking-504-booked', {
    title: 'A gateway in front of the supplier answers DoBooking with 504, but the supplier books the room.',
    faults: ['hotel.doBooking:status=504,commit=before,times=1'],
    requests: { getBooking: 1 },
    trigger: 'Answered 504, booked',
    surname: 'Testgateway',
  }),
  lostCall('booking-visible-late', {
    title: 'The answer to DoBooking is lost, and look-ups find the booking only after four minutes.',
    faults: ['hotel.doBooking:cut,commit=before,times=1', 'getBooking*:visibility=PT4M'],
    requests: { getBooking: 2 },
    trigger: 'Answer lost, found after four minutes',
  }),
  foundRejected('answer-lost-pending', {
    title: 'The answer to DoBooking is lost, and a look-up finds the booking Pending; it is rejected later.',
    clauses: ['flow.3', 'poll.pending', 'poll.rejected'],
    rules: [...lost, 'ambiguous-status-polled', 'outcome-as-expected'],
    faults: [cut, 'hotel.doBooking:timeline=pending;rejected@PT15M,times=1'],
    requests: { getBooking: 1, getBookingDetail: 2 },
  }),
  foundRejected('answer-lost-on-request', {
    title:
      'The answer to DoBooking is lost, and a look-up finds the booking OnRequest; the hotel rejects it.',
    clauses: ['flow.3', 'flow.5', 'poll.rejected'],
    rules: [...lost, 'on-request-not-success', 'outcome-as-expected'],
    steps: [hotelOnRequest()],
    faults: [cut, 'hotel.doBooking:timeline=on-request;rejected@PT15M,times=1'],
    requests: { getBooking: 1, getBookingDetail: 2 },
  }),
  foundRejected('answer-lost-rejected', {
    title: 'The answer to DoBooking is lost, and a look-up finds the booking Rejected.',
    clauses: ['flow.3', 'poll.rejected', 'status.rejeitado'],
    rules: [...lost, 'rejected-is-final', 'outcome-as-expected'],
    faults: [cut, 'hotel.doBooking:business=Rejected,errors=RoomUnavailable,times=1'],
    requests: { getBooking: 1, getBookingDetail: 0 },
  }),
  scenario('answer-lost-technical-problem', {
    title: 'The answer to DoBooking is lost, and a look-up finds a TechnicalProblem that never changes.',
    tags: ['money', 'time', 'polling', 'wire'],
    clauses: ['flow.3', 'poll.technical-problem', 'status.problema-tecnico', 'svc.7'],
    rules: [...lost, 'ambiguous-status-polled', 'poll-window', 'outcome-as-expected'],
    faults: [cut, 'hotel.doBooking:timeline=technical-problem,times=1'],
    outcome: 'ask-support',
    services: ['technical-problem'],
    requests: { getBooking: 1, getBookingDetail: 6 },
  }),
  lostCall('answer-lost-other-guest', {
    title: 'DoBooking books nothing, and look-ups find a booking of another guest with the same reference.',
    faults: [cut, 'hotel.doBooking:other-guest,times=1'],
    // A client that asks a person before it books again is also correct.
    tolerated: ['ask-support'],
    requests: thirtyMinutes,
  }),
  lostCall('answer-lost-second-booked', {
    title:
      'The account has a booking; the answer to another one is lost, and the user cancels this other one.',
    clauses: ['flow.3', 'ep.list'],
    steps: [hotel(), laterHotel, { ...cancelTrip, step: 1 }],
    // The delay gives the bookings different times, so that their order is known.
    faults: ['hotel.search:delay=PT2S,nth=2', 'hotel.doBooking:cut,commit=before,nth=2'],
    services: ['confirmed', 'cancelled'],
  }),
  lostCall('answer-lost-second-not-booked', {
    title: 'The account has a booking; the answer to another DoBooking is lost, which books nothing.',
    clauses: ['flow.3', 'ep.list'],
    steps: [hotel(), laterHotel],
    faults: ['hotel.doBooking:cut,nth=2'],
    requests: { 'hotel.doBooking': 3 },
  }),
  lostCall('answer-lost-look-ups-lost', {
    title: 'DoBooking books the room without an answer, and the next four look-ups get no answer either.',
    clauses: ['flow.3', 'poll.technical-problem'],
    faults: [
      'hotel.doBooking:hang=PT60S,commit=before,times=1',
      { match: { operations: [...looks], times: 4 }, effect: { kind: 'cut' } },
    ],
    tolerated: ['ask-support'],
  }),
  scenario('booking-forgotten-once', {
    title: 'The first poll finds a Pending booking, the second poll does not, and the third poll does.',
    tags: ['money', 'polling', 'wire'],
    clauses: ['err.404', 'poll.pending'],
    rules: ['ambiguous-status-polled', once, 'no-rebooking-while-unknown'],
    faults: ['hotel.doBooking:timeline=pending;confirmed@PT15M', 'getBookingDetail:visibility,then404'],
    // If the second poll of a client finds nothing, the client may have no time for a third poll within the half hour.
    tolerated: ['ask-support'],
    requests: { getBookingDetail: 3 },
    trigger: 'Found, not found, found',
  }),
  ...(['car', 'transfer', 'tour'] as const).map(product =>
    scenario(`${product}-answer-lost-booked`, {
      title: `DoBooking books a ${product}, but the connection breaks before the answer.`,
      tags: ['money', 'wire'],
      clauses: ['flow.3'],
      rules: [...lost],
      steps: [{ car, transfer, tour }[product]],
      faults: [`${product}.doBooking:cut,commit=before,times=1`],
      requests: { getBooking: 1 },
      trigger: 'Answer lost after booking',
    }),
  ),
  restarted('client-restarted', {
    title: 'The runner kills the client when DoBooking arrives, and restarts the client with stored data.',
  }),
  restarted('client-restarted-not-booked', {
    title: 'The runner kills and restarts the client at DoBooking, and the supplier books nothing.',
    faults: ['hotel.doBooking:cut,times=1'],
    requests: thirtyMinutes,
  }),
  foundRejected('client-restarted-rejected', {
    title: 'The runner kills and restarts the client at DoBooking, and the supplier rejects the booking.',
    tags: ['polling'],
    clauses: ['flow.3', 'client.states', 'poll.rejected', 'status.rejeitado'],
    rules: ['outcome-as-expected', once, 'rejected-is-final'],
    clocks: ['auto', 'real', 'scaled'],
    restarts: { at: 'hotel.doBooking' },
    faults: ['hotel.doBooking:business=Rejected,errors=RoomUnavailable'],
    requests: { getBooking: 1 },
  }),
  scenario('double-click', {
    title: 'The user submits the same booking twice at the same moment, and DoBooking takes three seconds.',
    tags: ['money'],
    clauses: ['flow.3'],
    rules: ['one-booking-in-flight', once],
    steps: [hotel({ times: 2 })],
    // The delay makes the second request arrive before the first answer, even on a slow machine.
    faults: ['hotel.doBooking:delay=PT3S,times=1'],
  }),
];
