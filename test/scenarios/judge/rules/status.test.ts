import {
  adding,
  booked,
  hour,
  minute,
  polled,
  type Say,
  type Shown,
  second,
  start,
  type TrafficBuilder,
  toBooking,
  toConditions,
  traffic,
  wire,
} from './build.ts';
import { oneTask, perPoll, scaled, shared } from './tasks.ts';
import { fails, findings, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const rejected = { shows: wire.rejected };
const bookedRejected = () => toBooking(rejected);
const laterRejected = { after: 10 * minute, ...rejected };
const polledRejected = () => bookedRejected().look(laterRejected).look(laterRejected).look(laterRejected);
const partlyRejected = { shows: [wire.confirmed, wire.rejected] };

testRule('rejected-is-final', oneTask, {
  'a booking that is left alone': passes(bookedRejected()),
  'one look at once': fails([[3, 4]], bookedRejected().look(rejected), {
    says: /once more, .* after it was Rejected/,
  }),
  'a list of bookings': passes(bookedRejected().list(rejected)),
  polling: fails([[3, 4, 5, 6]], polledRejected(), {
    says: /looked up booking B1 .* after it was Rejected at 10:00:00 \(exchange 3\)/,
  }),
  'one look at the time of the next poll': fails([[3, 4]], bookedRejected().look(laterRejected), {
    says: /looked up booking B1 once more, 10 minutes after it was Rejected/,
  }),
  'looks of what may be several programs': warns([[3, 4, 5, 6]], polledRejected(), shared),
  'one look by a user the next day': passes(bookedRejected().look({ after: 'PT24H', ...rejected })),
  'a look without an answer': fails([[3, 4]], bookedRejected().look({ status: 500 })),
  // The monotonic clock begins anew with the process, so it is higher before the restart.
  'a look without an answer before it, and a restart of the stand-in between them at the same sandbox time':
    passes(
      booked(wire.pending)
        .look({ status: 500, facts: { opened: { at: start, real: 1_000 } } })
        .look(rejected),
    ),
  'looks at a trip of which only a part was rejected': passes(
    bookedRejected().look(partlyRejected).look(partlyRejected),
  ),
  'a booking that was confirmed': notObserved(toBooking()),
});

const begun = () => toConditions();
const failed: Say = { shows: wire.failed };
const oddly: Say = { answer: { errors: ['SupplierTimeout'] } };
const confirmed = { result: { outcome: 'confirmed' } };
const unavailable: Say = { request: { token: 'S1' }, answer: { errors: ['RoomUnavailable'] } };
const failedPart: Say = {
  ...adding,
  shows: wire.failed,
  answer: { services: [{ id: 'B1-2', bookingStatus: 'FAILED', label: 'REJEITADO' }] },
};

testRule('body-inspected', {
  'FAILED that is reported as failed': passes(begun().book(failed), { result: { outcome: 'failed' } }),
  'FAILED that is reported as confirmed': fails([[3]], begun().book(failed), {
    ...confirmed,
    says: /reported "confirmed", although exchange \d+ was answered 200 with FAILED/,
  }),
  'Errors beside a status that looks fine, reported as confirmed': fails([[3]], begun().book(oddly), {
    ...confirmed,
    says: /CONFIRMED and Errors \[SupplierTimeout\]/,
  }),
  'Errors that a look has cleared up': passes(begun().book(oddly).look(), confirmed),
  'a payment for a booking that FAILED': fails([[3, 4]], begun().book(failed).pay({ status: 400 }), {
    says: /used a booking in exchange 4 without a look-up/,
  }),
  'a service added to a booking with Errors': fails([[3, 4]], begun().book(oddly).book(adding)),
  'a cancellation with Errors that is reported as cancelled': fails(
    [[4]],
    toBooking().cancel({ shows: wire.confirmed, ...oddly }),
    { result: { outcome: 'cancelled' } },
  ),
  'a part of a trip that FAILED': passes(toBooking().book(failedPart), confirmed),
  'conditions with Errors that are booked all the same': fails(
    [[2, 3]],
    traffic()
      .call('hotel.search', { answer: { token: 'S1' } })
      .call('hotel.getBookingConditions', unavailable)
      .call('hotel.doBooking', { request: { token: 'S1' }, status: 400 }),
  ),
  'a booking that FAILED, of which nothing is reported': notObserved(begun().book(failed)),
});

const pending = () => booked(wire.pending);
const stillPending = { after: 10 * minute, shows: wire.pending };
/** An answer that a fault has delayed. */
const late = { took: 14 * second, facts: { faults: [{ id: 'fault-1', kind: 'delay' as const }] } };
const dayLater = { closedAt: start + 25 * hour };

testRule(
  'ambiguous-status-polled',
  { ...oneTask, ...dayLater },
  {
    'a poll of a TechnicalProblem': passes(booked(wire.technical).look({ after: 'PT5M' })),
    'a poll that was not answered': passes(pending().look({ lost: 'reset' })),
    'a Pending without a look-up': fails([[3]], pending(), {
      says: /no look-up of booking B1 within 25 hours, although it was Pending at 10:00:00 \(exchange 3\)/,
    }),
    'a TechnicalProblem without a look-up': fails([[3]], booked(wire.technical), {
      expects: /^A correct client sends GetBookingDetail every 5 minutes\.$/,
    }),
    'an OnRequest without a look-up': fails([[3]], booked(wire.onRequest)),
    'a payment that is Pending and not followed up': fails(
      [[4]],
      booked(wire.waitsForCard).pay({ shows: wire.pending, answer: { paymentStatus: 'Pending' } }),
    ),
    'a booking of a test that only books': warns([[3]], pending(), shared),
    'a poll that has still time to come': notObserved(pending(), { closedAt: start + 5 * minute }),
    'a sandbox that is still open': notObserved(pending(), { closedAt: undefined }),
    'a Pending after which a payment was refused': fails([[3]], pending().pay({ status: 400 })),
    'a Pending that was looked at once, at once': fails([[3, 4]], polled(wire.pending, 'PT10S'), {
      says: /stopped polling booking B1 at 10:00:10 \(exchange 4\), although it was Pending since 10:00:00 \(exchange 3\)/,
      expects: /every 10 minutes until the status is final or 30 minutes have passed/,
    }),
    'a TechnicalProblem that was given up after two polls': warns(
      [[3, 5]],
      polled(wire.technical, 'PT5M', 'PT5M'),
    ),
    'polls whose next one comes after the half hour': passes(polled(wire.pending, 'PT10M6S', 'PT10M6S')),
    'polls of which one was answered so late that the client may have given it up': passes(
      polled(wire.pending, 'PT10M')
        .look({ ...stillPending, ...late })
        .look(stillPending),
    ),
    'polls at a slower rhythm': passes(polled(wire.pending, 'PT16M')),
    'polls that began with a lost DoBooking': passes(
      toBooking({ lost: 'reset' }).find().find({ after: 'PT20M', shows: wire.pending }).look(stillPending),
    ),
    'one look at once on a clock that jumps at polls': passes(polled(wire.pending, 0), {
      clock: { mode: 'per-poll', speed: 0 },
    }),
    'one look at once in a sandbox that was closed soon': passes(polled(wire.pending, 0), {
      closedAt: start + 20 * minute,
    }),
    'one look at once among the calls of several tests': passes(polled(wire.pending, 0), shared),
    'a booking that was cancelled instead': passes(pending().cancel()),
    'a booking that was confirmed': notObserved(toBooking()),
  },
);

/** A trip with one confirmed service and one undecided service, which a client polls and then looks up again at once. */
const restarted = (looks: number): TrafficBuilder =>
  polled([wire.confirmed, wire.technical], 'PT5M', 'PT5M', ...Array<number>(looks).fill(0));
const killed = { ...oneTask, killedIn: [4] };
const two = { shows: [wire.pending, wire.pending] };
const twoLater = { after: minute, ...two };
const both = [wire.pending, wire.technical];
const cancelling = { shows: wire.cancelling };

testRule('poll-interval', oneTask, {
  'polls of a Pending every 10 minutes': passes(polled(wire.pending, 'PT10M', 'PT10M', 'PT10M')),
  'a first poll at once': passes(polled(wire.pending, 0)),
  'polls of a Pending every 5 minutes': fails([[4, 5]], polled(wire.pending, 0, 'PT5M'), {
    says: /polled booking B1 again at 10:05:00 \(exchange 5\), 5 minutes after it was Pending at 10:00:00 \(exchange 4\)/,
    expects: /10 minutes/,
  }),
  'looks one after the other that may be those of several programs': warns(
    findings([4, 5], [5, 6]),
    polled(wire.pending, 0, 10, 10),
    shared,
  ),
  'polls of a TechnicalProblem every 5 minutes': passes(polled(wire.technical, 0, 'PT5M')),
  'polls of a trip whose two services each have an own interval, by the shorter one': passes(
    polled(both, 0, 'PT1S', 'PT5M', 'PT1S'),
  ),
  'polls of such a trip that are faster': fails([[4, 6]], polled(both, 0, 'PT1S', 'PT4M')),
  'two looks at once at a trip with one confirmed service after a restart': fails(
    [[6, 7]],
    restarted(2),
    killed,
  ),
  'a look at once without a restart at a trip with a confirmed service': fails([[5, 6]], restarted(1)),
  'a poll that is early by less than the tolerance': passes(polled(wire.pending, 0, 'PT9M54S')),
  'a poll made again after an error': passes(
    polled(wire.pending, 0).look({ after: 'PT10M', status: 500 }).look({ after: 250, shows: wire.pending }),
  ),
  'a look right after something was done with the booking': passes(
    polled(wire.pending, 0).cancel(cancelling).look(cancelling),
  ),
  'polls of a PendingCancellation every minute': fails(
    [[5, 6]],
    toBooking().cancel(cancelling).look(cancelling).look({ after: 'PT1M', shows: wire.cancelling }),
  ),
  'looks at a trip whose services have each their own polls': passes(
    pending().look({ shows: both }).look({ after: 'PT5M', shows: both }),
  ),
  'looks at two services that wait, more often than each of them allows': fails(
    [[5, 7]],
    pending().look(two).look(two).look(twoLater).look(twoLater),
  ),
  'a payment that was refused between two polls': fails(
    [[4, 6]],
    polled(wire.pending, 0).pay({ after: 'PT1M', status: 400 }).look({ shows: wire.pending }),
  ),
  'polls on a clock that jumps at polls': inconclusive(polled(wire.pending, 0, 'PT1M'), {
    ...perPoll,
    why: /per-poll/,
  }),
  'polls on a clock that is too fast': inconclusive(polled(wire.technical, 0, 'PT1M'), {
    ...scaled(3_600),
    why: /3600 times/,
  }),
  'a booking that was confirmed': notObserved(polled(wire.confirmed, 0, 'PT1M')),
});

/** Polls of a booking: their number and interval in minutes. */
const polledFor = (shows: Shown | readonly Shown[], times: number, interval = 10): TrafficBuilder =>
  polled(shows, ...Array<number>(times).fill(interval * minute));

testRule('poll-window', {
  'polls up to the half hour': passes(polledFor(wire.pending, 3)),
  'one more interval': passes(polledFor(wire.pending, 4)),
  'polls beyond it': fails([[3, 8, 9]], polledFor(wire.pending, 6), {
    says: /still polled booking B1 at 10:50:00, 50 minutes after it became Pending at 10:00:00 \(exchange 3\); 2 polls/,
  }),
  'polls of a TechnicalProblem for an hour': fails([[3, 11, 15]], polledFor(wire.technical, 12, 5)),
  'polls of an OnRequest for a day': passes(polledFor(wire.onRequest, 144)),
  'polls of an OnRequest for two days': fails([[3, 150, 291]], polledFor(wire.onRequest, 288)),
  'an OnRequest that is given up after half an hour (decision 1)': warns(
    [[3, 6]],
    polledFor(wire.onRequest, 3),
    { ...dayLater, says: /for the last time at 10:30:00, when it was still OnRequest/ },
  ),
  'two services that are polled for an hour': fails([[3, 8, 9]], polledFor([wire.pending, wire.pending], 6)),
  'an OnRequest and a TechnicalProblem that are polled for an hour': passes(
    polledFor([wire.technical, wire.onRequest], 6),
  ),
  'a user who asks again the next day': passes(
    polledFor(wire.pending, 3).look({ after: 'PT20H', shows: wire.pending }),
  ),
  'a status that changed in between': passes(
    polledFor(wire.technical, 6, 5).look({ after: 'PT5M', shows: wire.pending }).look(stillPending),
  ),
  'polls on a clock that jumps at polls': inconclusive(polledFor(wire.pending, 6), perPoll),
  'a booking without polls': notObserved(toBooking()),
});

const later = { after: 10 * minute };
/** A trip of two services that a restarted client polls until it is confirmed, and then looks up again. */
const restartedAtFinal = (looks: number) => {
  const isConfirmed = { shows: [wire.confirmed, wire.confirmed] };
  const trip = polled([wire.confirmed, wire.pending], 'PT10M').look({ ...later, ...isConfirmed });
  return Array.from({ length: looks }).reduce<TrafficBuilder>(builder => builder.look(isConfirmed), trip);
};

testRule('poll-stops-at-final', {
  'the voucher after the last poll': passes(pending().look(later).look()),
  'polls that go on': fails([[4, 5, 6]], pending().look(later).look(later).look(later), {
    ...oneTask,
    says: /looked up booking B1 2 more times within .* after it was CONFIRMED at 10:10:00 \(exchange 4\)/,
  }),
  'the vouchers of both services of a trip after a restart': passes(restartedAtFinal(2), killed),
  'more looks than the trip has services after a restart': fails([[5, 6, 7, 8]], restartedAtFinal(3), killed),
  'the voucher read twice by what may be two programs': warns(
    [[4, 5, 6]],
    pending().look(later).look({ after: 'PT1M' }).look({ after: 'PT5M' }),
  ),
  'several looks at what was confirmed at once': warns([[3, 4, 5, 6]], toBooking().look().look().look()),
  'look-ups of a user who asks again hours later': passes(
    pending().look(later).look({ after: 'PT2H' }).look({ after: 'PT2H' }),
  ),
  'a look at what a cancellation would cost': passes(pending().look(later).look().look().cancel()),
  'a status that goes back': passes(toBooking().look({ shows: wire.pending }).look(later)),
  'a card that is followed up': notObserved(
    toBooking()
      .pay({ answer: { paymentStatus: 'Pending' } })
      .look(later)
      .look(later)
      .look(later),
  ),
  'looks that failed': passes(pending().look(later).look({ status: 500 }).look({ lost: 'reset' }).look()),
});
