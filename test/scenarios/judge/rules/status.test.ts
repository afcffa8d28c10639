import {
  hour,
  minute,
  type Say,
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

const rejected = { shows: [wire.rejected] };
const bookedRejected = () => toBooking(rejected);
const laterRejected = { after: 10 * minute, ...rejected };

testRule('rejected-is-final', oneTask, {
  'a booking that is left alone': passes(bookedRejected()),
  'one look at once': fails([[3, 4]], bookedRejected().look(rejected), {
    says: /once more, .* after it was Rejected/,
  }),
  'a list of bookings': passes(bookedRejected().list(rejected)),
  polling: fails(
    [[3, 4, 5, 6]],
    bookedRejected().look(laterRejected).look(laterRejected).look(laterRejected),
    {
      says: /looked up booking B1 .* after it was Rejected at 10:00:00 \(exchange 3\)/,
    },
  ),
  'polling after a poll has seen it': fails(
    [[4, 5, 6]],
    toBooking({ shows: [wire.pending] })
      .look(laterRejected)
      .look(laterRejected)
      .look(laterRejected),
  ),
  'one look at the time of the next poll': fails([[3, 4]], bookedRejected().look(laterRejected), {
    says: /looked up booking B1 once more, 10 minutes after it was Rejected/,
  }),
  'looks of what may be several programs': warns(
    [[3, 4, 5, 6]],
    bookedRejected().look(laterRejected).look(laterRejected).look(laterRejected),
    { context: shared },
  ),
  'one look by a user the next day': passes(bookedRejected().look({ after: 24 * hour, ...rejected })),
  'a look without an answer': fails([[3, 4]], bookedRejected().look({ status: 500 })),
  'looks at a trip of which only a part was rejected': passes(
    bookedRejected()
      .look({ shows: [wire.confirmed, wire.rejected] })
      .look({ shows: [wire.confirmed, wire.rejected] }),
  ),
  'a booking that was confirmed': notObserved(toBooking()),
});

const begun = () => toConditions();
const failed: Say = { shows: [wire.failed] };
const oddly: Say = { answer: { errors: ['SupplierTimeout'] } };
const confirmed = { result: { outcome: 'confirmed' } };

testRule('body-inspected', {
  'FAILED that is reported as failed': passes(begun().book(failed), {
    context: { result: { outcome: 'failed' } },
  }),
  'FAILED that is reported as confirmed': fails([[3]], begun().book(failed), {
    context: confirmed,
    says: /reported "confirmed", although exchange \d+ was answered 200 with FAILED/,
  }),
  'FAILED that is reported as confirmed under an unknown id': fails([[3]], begun().book(failed), {
    context: { ...oneTask, result: { outcome: 'confirmed', bookingId: 'X-B1' } },
  }),
  'Errors beside a status that looks fine, reported as confirmed': fails([[3]], begun().book(oddly), {
    context: confirmed,
    says: /CONFIRMED and Errors \[SupplierTimeout\]/,
  }),
  'Errors that a look has cleared up': passes(begun().book(oddly).look(), { context: confirmed }),
  'a payment for a booking that FAILED': fails([[3, 4]], begun().book(failed).pay({ status: 400 }), {
    says: /used a booking in exchange 4 without a look-up/,
  }),
  'a service added to a booking with Errors': fails(
    [[3, 4]],
    begun()
      .book(oddly)
      .book({ request: { bookingId: 'B1', item: 'T1' } }),
  ),
  'a card that was declined and reported as confirmed': fails(
    [[4]],
    begun()
      .book({ shows: [wire.waitsForCard] })
      .pay({
        shows: [wire.waitsForCard],
        answer: { paymentStatus: 'Declined', errors: ['PaymentDeclined'] },
      }),
    { context: confirmed },
  ),
  'a cancellation with Errors that is reported as cancelled': fails(
    [[4]],
    begun()
      .book()
      .cancel({ shows: [wire.confirmed], answer: { errors: ['SupplierTimeout'] } }),
    { context: { result: { outcome: 'cancelled' } } },
  ),
  'a part of a trip that FAILED': passes(
    begun()
      .book()
      .book({
        request: { bookingId: 'B1', item: 'T1' },
        shows: [wire.failed],
        answer: { services: [{ id: 'B1-2', bookingStatus: 'FAILED', label: 'REJEITADO' }] },
      }),
    { context: confirmed },
  ),
  'conditions with Errors that are booked all the same': fails(
    [[2, 3]],
    traffic()
      .call('hotel.search', { answer: { token: 'S1' } })
      .call('hotel.getBookingConditions', {
        request: { token: 'S1' },
        answer: { errors: ['RoomUnavailable'] },
      })
      .call('hotel.doBooking', { request: { token: 'S1' }, status: 400 }),
  ),
  'a booking that FAILED, of which nothing is reported': notObserved(begun().book(failed)),
  'what had succeeded': notObserved(begun().book(), { context: confirmed }),
});

const booked = (shows: (typeof wire)[keyof typeof wire]) => toBooking({ shows: [shows] });
const polls = (shows: (typeof wire)[keyof typeof wire], ...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.look({ after, shows: [shows] }), booked(shows));
/** An answer that a fault has delayed. */
const late = { facts: { faults: [{ id: 'fault-1', kind: 'delay' as const }] } };
const closed = { ...oneTask, closedAt: start + 25 * hour };

testRule('ambiguous-status-polled', closed, {
  'a poll of a TechnicalProblem': passes(booked(wire.technical).look({ after: 5 * minute })),
  'a poll that was not answered': passes(booked(wire.pending).look({ lost: 'reset' })),
  'a Pending without a look-up': fails([[3]], booked(wire.pending), {
    says: /no look-up of booking B1 within 25 hours, although it was Pending at 10:00:00 \(exchange 3\)/,
  }),
  'a TechnicalProblem without a look-up': fails([[3]], booked(wire.technical), {
    expects: /^A correct client sends GetBookingDetail every 5 minutes\.$/,
  }),
  'an OnRequest without a look-up': fails([[3]], booked(wire.onRequest)),
  'a payment that is Pending and not followed up': fails(
    [[4]],
    booked(wire.waitsForCard).pay({ shows: [wire.pending], answer: { paymentStatus: 'Pending' } }),
  ),
  'a booking of a test that only books': warns([[3]], booked(wire.pending), {
    context: { closedAt: start + 25 * hour },
  }),
  'a poll that has still time to come': notObserved(booked(wire.pending), {
    context: { ...oneTask, closedAt: start + 5 * minute },
  }),
  'a sandbox that is still open': notObserved(booked(wire.pending), { context: oneTask }),
  'a Pending after which a payment was refused': fails([[3]], booked(wire.pending).pay({ status: 400 })),
  'a Pending that was looked at once, at once': fails(
    [[3, 4]],
    booked(wire.pending).look({ after: 10 * second, shows: [wire.pending] }),
    {
      says: /stopped polling booking B1 at 10:00:10 \(exchange 4\), although it was Pending since 10:00:00 \(exchange 3\)/,
      expects: /every 10 minutes until the status is final or 30 minutes have passed/,
    },
  ),
  'a TechnicalProblem that was given up after two polls': warns(
    [[3, 5]],
    polls(wire.technical, 5 * minute, 5 * minute),
  ),
  'polls whose next one comes after the half hour': passes(
    polls(wire.pending, 10 * minute + 6 * second, 10 * minute + 6 * second),
  ),
  'polls of which one was answered so late that the client may have given it up': passes(
    booked(wire.pending)
      .look({ after: 10 * minute, shows: [wire.pending] })
      .look({ after: 10 * minute, took: 14 * second, shows: [wire.pending], ...late })
      .look({ after: 10 * minute, shows: [wire.pending] }),
  ),
  'polls at a slower rhythm': passes(polls(wire.pending, 16 * minute)),
  'polls that began with a lost DoBooking': passes(
    toBooking({ lost: 'reset' })
      .find()
      .find({ after: 20 * minute, shows: [wire.pending] })
      .look({ after: 10 * minute, shows: [wire.pending] }),
  ),
  'one look at once on a clock that jumps at polls': passes(polls(wire.pending, 0), {
    context: { ...closed, clock: { mode: 'per-poll', speed: 0 } },
  }),
  'one look at once in a sandbox that was closed soon': passes(polls(wire.pending, 0), {
    context: { ...oneTask, closedAt: start + 20 * minute },
  }),
  'one look at once among the calls of several tests': passes(polls(wire.pending, 0), {
    context: { closedAt: start + 25 * hour },
  }),
  'a booking that was cancelled instead': passes(booked(wire.pending).cancel()),
  'a booking that was confirmed': notObserved(booked(wire.confirmed)),
});

type Shows = (typeof wire)[keyof typeof wire];

/** A trip that a client polls after the given times. */
const polledTrip = (shows: readonly Shows[], ...after: readonly number[]): TrafficBuilder =>
  after.reduce((builder, time) => builder.look({ after: time, shows }), toBooking({ shows }));

/** A trip with one confirmed service and one undecided service, which a client polls and then looks up again at once. */
const restarted = (looks: number): TrafficBuilder => {
  const shows = [wire.confirmed, wire.technical];
  const polled = toBooking({ shows })
    .look({ after: 5 * minute, shows })
    .look({ after: 5 * minute, shows });
  return Array.from({ length: looks }).reduce<TrafficBuilder>(builder => builder.look({ shows }), polled);
};

testRule('poll-interval', oneTask, {
  'polls of a Pending every 10 minutes': passes(polls(wire.pending, 10 * minute, 10 * minute, 10 * minute)),
  'a first poll at once': passes(polls(wire.pending, 0)),
  'polls of a Pending every 5 minutes': fails([[4, 5]], polls(wire.pending, 0, 5 * minute), {
    says: /polled booking B1 again at 10:05:00 \(exchange 5\), 5 minutes after it was Pending at 10:00:00 \(exchange 4\)/,
    expects: /10 minutes/,
  }),
  'looks one after the other that may be those of several programs': warns(
    findings([4, 5], [5, 6]),
    polls(wire.pending, 0, 10, 10),
    { context: shared },
  ),
  'polls of a TechnicalProblem every 5 minutes': passes(polls(wire.technical, 0, 5 * minute)),
  'polls of a TechnicalProblem every minute': fails(
    findings([4, 5], [5, 6]),
    polls(wire.technical, 0, minute, minute),
  ),
  'polls of a trip whose two services each have an own interval, by the shorter one': passes(
    polledTrip([wire.pending, wire.technical], 0, second, 5 * minute, second),
  ),
  'polls of such a trip that are faster': fails(
    [[4, 6]],
    polledTrip([wire.pending, wire.technical], 0, second, 4 * minute),
  ),
  'the voucher of the confirmed service of a trip, read once more after a restart': passes(restarted(1), {
    context: { ...oneTask, killedIn: [4] },
  }),
  'two looks at once at a trip with one confirmed service after a restart': fails([[6, 7]], restarted(2), {
    context: { ...oneTask, killedIn: [4] },
  }),
  'a look at once without a restart at a trip with a confirmed service': fails([[5, 6]], restarted(1)),
  'a poll that is early by less than the tolerance': passes(polls(wire.pending, 0, 10 * minute - 6 * second)),
  'a poll made again after an error': passes(
    booked(wire.pending)
      .look({ shows: [wire.pending] })
      .look({ after: 10 * minute, status: 500 })
      .look({ after: 250, shows: [wire.pending] }),
  ),
  'a look right after something was done with the booking': passes(
    polls(wire.pending, 0)
      .cancel({ shows: [wire.cancelling] })
      .look({ shows: [wire.cancelling] }),
  ),
  'polls of a PendingCancellation every minute': fails(
    [[5, 6]],
    booked(wire.confirmed)
      .cancel({ shows: [wire.cancelling] })
      .look({ shows: [wire.cancelling] })
      .look({ after: minute, shows: [wire.cancelling] }),
  ),
  'looks at a trip whose services have each their own polls': passes(
    booked(wire.pending)
      .look({ shows: [wire.pending, wire.technical] })
      .look({ after: 5 * minute, shows: [wire.pending, wire.technical] }),
  ),
  'looks at two services that wait, more often than each of them allows': fails(
    [[5, 7]],
    [0, minute, minute].reduce(
      (builder, after) => builder.look({ after, shows: [wire.pending, wire.pending] }),
      booked(wire.pending).look({ shows: [wire.pending, wire.pending] }),
    ),
  ),
  'a payment that was refused between two polls': fails(
    [[4, 6]],
    polls(wire.pending, 0)
      .pay({ after: minute, status: 400 })
      .look({ shows: [wire.pending] }),
  ),
  'a look by the reference beside one by the id': fails(
    [[4, 5]],
    polls(wire.pending, 0).find({ after: minute, shows: [wire.pending] }),
  ),
  'polls on a clock that jumps at polls': inconclusive(polls(wire.pending, 0, minute), {
    context: perPoll,
    why: /per-poll/,
  }),
  'polls on a clock that is too fast': inconclusive(polls(wire.technical, 0, minute), {
    context: scaled(3_600),
    why: /3600 times/,
  }),
  'a booking that was confirmed': notObserved(polls(wire.confirmed, 0, minute)),
});

/** Polls of a booking: their number and interval. */
function polledFor(shows: Shows, times: number, interval: number): TrafficBuilder {
  const builder = toBooking({ shows: [shows] });
  for (let time = 0; time < times; time += 1) builder.look({ after: interval, shows: [shows] });
  return builder;
}

testRule('poll-window', {
  'polls up to the half hour': passes(polledFor(wire.pending, 3, 10 * minute)),
  'one more interval': passes(polledFor(wire.pending, 4, 10 * minute)),
  'polls beyond it': fails([[3, 8, 9]], polledFor(wire.pending, 6, 10 * minute), {
    says: /still polled booking B1 at 10:50:00, 50 minutes after it became Pending at 10:00:00 \(exchange 3\); 2 polls/,
  }),
  'polls of a TechnicalProblem for an hour': fails([[3, 11, 15]], polledFor(wire.technical, 12, 5 * minute)),
  'polls of an OnRequest for a day': passes(polledFor(wire.onRequest, 144, 10 * minute)),
  'polls of an OnRequest for two days': fails([[3, 150, 291]], polledFor(wire.onRequest, 288, 10 * minute)),
  'an OnRequest that is given up after half an hour (decision 1)': warns(
    [[3, 6]],
    polledFor(wire.onRequest, 3, 10 * minute),
    {
      context: { closedAt: start + 25 * hour },
      says: /for the last time at 10:30:00, when it was still OnRequest/,
    },
  ),
  'two services that are polled for an hour': fails(
    [[3, 8, 9]],
    polledTrip([wire.pending, wire.pending], ...Array<number>(6).fill(10 * minute)),
  ),
  'an OnRequest and a TechnicalProblem that are polled for an hour': passes(
    polledTrip([wire.technical, wire.onRequest], ...Array<number>(6).fill(10 * minute)),
  ),
  'a user who asks again the next day': passes(
    polledFor(wire.pending, 3, 10 * minute).look({ after: 20 * hour, shows: [wire.pending] }),
  ),
  'a status that changed in between': passes(
    polledFor(wire.technical, 6, 5 * minute)
      .look({ after: 5 * minute, shows: [wire.pending] })
      .look({ after: 10 * minute, shows: [wire.pending] }),
  ),
  'polls on a clock that jumps at polls': inconclusive(polledFor(wire.pending, 6, 10 * minute), {
    context: perPoll,
  }),
  'a booking without polls': notObserved(toBooking()),
});

const pending = () => toBooking({ shows: [wire.pending] });
/** A trip of two services that a restarted client polls until it is confirmed, and then looks up again. */
const restartedAtFinal = (looks: number) => {
  const shows = [wire.confirmed, wire.confirmed];
  const polled = toBooking({ shows: [wire.confirmed, wire.pending] })
    .look({ after: 10 * minute, shows: [wire.confirmed, wire.pending] })
    .look({ after: 10 * minute, shows });
  return Array.from({ length: looks }).reduce<typeof polled>(builder => builder.look({ shows }), polled);
};
const later = { after: 10 * minute };

testRule('poll-stops-at-final', {
  'the voucher after the last poll': passes(pending().look(later).look()),
  'polls that go on': fails([[4, 5, 6]], pending().look(later).look(later).look(later), {
    context: oneTask,
    says: /looked up booking B1 2 more times within .* after it was CONFIRMED at 10:10:00 \(exchange 4\)/,
  }),
  'the vouchers of both services of a trip after a restart': passes(restartedAtFinal(2), {
    context: { ...oneTask, killedIn: [4] },
  }),
  'more looks than the trip has services after a restart': fails([[5, 6, 7, 8]], restartedAtFinal(3), {
    context: { ...oneTask, killedIn: [4] },
  }),
  'the voucher read twice by what may be two programs': warns(
    [[4, 5, 6]],
    pending()
      .look(later)
      .look({ after: minute })
      .look({ after: 5 * minute }),
  ),
  'several looks at what was confirmed at once': warns([[3, 4, 5, 6]], toBooking().look().look().look()),
  'look-ups of a user who asks again hours later': passes(
    pending()
      .look(later)
      .look({ after: 2 * hour })
      .look({ after: 2 * hour }),
  ),
  'a look at what a cancellation would cost': passes(pending().look(later).look().look().cancel()),
  'looks between which something was done': passes(
    pending()
      .look(later)
      .look()
      .cancel()
      .look({ shows: [wire.cancelled] }),
  ),
  'a status that goes back': passes(
    toBooking()
      .look({ shows: [wire.pending] })
      .look(later),
  ),
  'a card that is followed up': notObserved(
    toBooking()
      .pay({ answer: { paymentStatus: 'Pending' } })
      .look(later)
      .look(later)
      .look(later),
  ),
  'looks that failed': passes(pending().look(later).look({ status: 500 }).look({ lost: 'reset' }).look()),
  'a booking that is still Pending': notObserved(pending()),
});
