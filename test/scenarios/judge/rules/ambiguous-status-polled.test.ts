import { hour, minute, second, start, type TrafficBuilder, toBooking, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const booked = (shows: (typeof wire)[keyof typeof wire]) => toBooking({ shows: [shows] });
const polls = (shows: (typeof wire)[keyof typeof wire], ...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.look({ after, shows: [shows] }), booked(shows));
/** An answer that a fault has delayed. */
const late = { facts: { faults: [{ id: 'fault-1', kind: 'delay' as const }] } };
const closed = { ...oneTask, closedAt: start + 25 * hour };

testRule('ambiguous-status-polled', {
  'a poll of a TechnicalProblem': passes(booked(wire.technical).look({ after: 5 * minute })),
  'a poll that was not answered': passes(booked(wire.pending).look({ lost: 'reset' }), { context: closed }),
  'a Pending without a look-up': fails([[3]], booked(wire.pending), {
    context: closed,
    says: /no look-up of booking B1 within 25 hours, although it was Pending at 10:00:00 \(exchange 3\)/,
  }),
  'a TechnicalProblem without a look-up': fails([[3]], booked(wire.technical), {
    context: closed,
    expects: /^A correct client sends GetBookingDetail every 5 minutes\.$/,
  }),
  'an OnRequest without a look-up': fails([[3]], booked(wire.onRequest), { context: closed }),
  'a payment that is Pending and not followed up': fails(
    [[4]],
    booked(wire.waitsForCard).pay({ shows: [wire.pending], answer: { paymentStatus: 'Pending' } }),
    { context: closed },
  ),
  'a booking of a test that only books': warns([[3]], booked(wire.pending), {
    context: { closedAt: start + 25 * hour },
  }),
  'a poll that has still time to come': notObserved(booked(wire.pending), {
    context: { ...oneTask, closedAt: start + 5 * minute },
  }),
  'a sandbox that is still open': notObserved(booked(wire.pending), { context: oneTask }),
  'a Pending after which a payment was refused': fails([[3]], booked(wire.pending).pay({ status: 400 }), {
    context: closed,
  }),
  'a Pending that was looked at once, at once': fails(
    [[3, 4]],
    booked(wire.pending).look({ after: 10 * second, shows: [wire.pending] }),
    {
      context: closed,
      says: /stopped polling booking B1 at 10:00:10 \(exchange 4\), although it was Pending since 10:00:00 \(exchange 3\)/,
      expects: /every 10 minutes until the status is final or 30 minutes have passed/,
    },
  ),
  'a TechnicalProblem that was given up after two polls': warns(
    [[3, 5]],
    polls(wire.technical, 5 * minute, 5 * minute),
    { context: closed },
  ),
  'polls whose next one comes after the half hour': passes(
    polls(wire.pending, 10 * minute + 6 * second, 10 * minute + 6 * second),
    { context: closed },
  ),
  'polls of which one was answered so late that the client may have given it up': passes(
    booked(wire.pending)
      .look({ after: 10 * minute, shows: [wire.pending] })
      .look({ after: 10 * minute, took: 14 * second, shows: [wire.pending], ...late })
      .look({ after: 10 * minute, shows: [wire.pending] }),
    { context: closed },
  ),
  'polls at a slower rhythm': passes(polls(wire.pending, 16 * minute), { context: closed }),
  'polls that began with a lost DoBooking': passes(
    toBooking({ lost: 'reset' })
      .find()
      .find({ after: 20 * minute, shows: [wire.pending] })
      .look({ after: 10 * minute, shows: [wire.pending] }),
    { context: closed },
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
  'a booking that was cancelled instead': passes(booked(wire.pending).cancel(), { context: closed }),
  'a booking that was confirmed': notObserved(booked(wire.confirmed), { context: closed }),
});
