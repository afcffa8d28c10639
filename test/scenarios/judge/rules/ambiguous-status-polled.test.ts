import { hour, minute, second, start, type TrafficBuilder, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const booked = (shows: (typeof wire)[keyof typeof wire]) =>
  traffic()
    .search()
    .conditions()
    .book({ shows: [shows] });
const polls = (shows: (typeof wire)[keyof typeof wire], ...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.look({ after, shows: [shows] }), booked(shows));
/** An answer that a fault has delayed. */
const late = { facts: { faults: [{ id: 'fault-1', kind: 'delay' as const }] } };
const closed = { ...oneTask, closedAt: start + 25 * hour };

testRule('ambiguous-status-polled', {
  'a poll of a TechnicalProblem': {
    traffic: booked(wire.technical).look({ after: 5 * minute }),
    verdict: 'pass',
  },
  'a poll that was not answered': {
    traffic: booked(wire.pending).look({ lost: 'reset' }),
    context: closed,
    verdict: 'pass',
  },
  'a Pending without a look-up': {
    traffic: booked(wire.pending),
    context: closed,
    verdict: 'fail',
    at: [[3]],
    says: /no look-up of booking B1 within 25 hours, although it was Pending at 10:00:00 \(exchange 3\)/,
  },
  'a TechnicalProblem without a look-up': {
    traffic: booked(wire.technical),
    context: closed,
    verdict: 'fail',
    at: [[3]],
    expects: /^A correct client sends GetBookingDetail every 5 minutes\.$/,
  },
  'an OnRequest without a look-up': {
    traffic: booked(wire.onRequest),
    context: closed,
    verdict: 'fail',
    at: [[3]],
  },
  'a payment that is Pending and not followed up': {
    traffic: booked(wire.waitsForCard).pay({ shows: [wire.pending], answer: { paymentStatus: 'Pending' } }),
    context: closed,
    verdict: 'fail',
    at: [[4]],
  },
  'a booking of a test that only books': {
    traffic: booked(wire.pending),
    context: { closedAt: start + 25 * hour },
    verdict: 'warn',
    at: [[3]],
  },
  'a poll that has still time to come': {
    traffic: booked(wire.pending),
    context: { ...oneTask, closedAt: start + 5 * minute },
    verdict: 'not-observed',
  },
  'a sandbox that is still open': {
    traffic: booked(wire.pending),
    context: oneTask,
    verdict: 'not-observed',
  },
  'a Pending after which a payment was refused': {
    traffic: booked(wire.pending).pay({ status: 400 }),
    context: closed,
    verdict: 'fail',
    at: [[3]],
  },
  'a Pending that was looked at once, at once': {
    traffic: booked(wire.pending).look({ after: 10 * second, shows: [wire.pending] }),
    context: closed,
    verdict: 'fail',
    at: [[3, 4]],
    says: /stopped polling booking B1 at 10:00:10 \(exchange 4\), although it was Pending since 10:00:00 \(exchange 3\)/,
    expects: /every 10 minutes until the status is final or 30 minutes have passed/,
  },
  'a TechnicalProblem that was given up after two polls': {
    traffic: polls(wire.technical, 5 * minute, 5 * minute),
    context: closed,
    verdict: 'warn',
    at: [[3, 5]],
  },
  'polls whose next one comes after the half hour': {
    traffic: polls(wire.pending, 10 * minute + 6 * second, 10 * minute + 6 * second),
    context: closed,
    verdict: 'pass',
  },
  'polls of which one was answered so late that the client may have given it up': {
    traffic: booked(wire.pending)
      .look({ after: 10 * minute, shows: [wire.pending] })
      .look({ after: 10 * minute, took: 14 * second, shows: [wire.pending], ...late })
      .look({ after: 10 * minute, shows: [wire.pending] }),
    context: closed,
    verdict: 'pass',
  },
  'polls at a slower rhythm': { traffic: polls(wire.pending, 16 * minute), context: closed, verdict: 'pass' },
  'polls that began with a lost DoBooking': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ lost: 'reset' })
      .find()
      .find({ after: 20 * minute, shows: [wire.pending] })
      .look({ after: 10 * minute, shows: [wire.pending] }),
    context: closed,
    verdict: 'pass',
  },
  'one look at once on a clock that jumps at polls': {
    traffic: polls(wire.pending, 0),
    context: { ...closed, clock: { mode: 'per-poll', speed: 0 } },
    verdict: 'pass',
  },
  'one look at once in a sandbox that was closed soon': {
    traffic: polls(wire.pending, 0),
    context: { ...oneTask, closedAt: start + 20 * minute },
    verdict: 'pass',
  },
  'one look at once among the calls of several tests': {
    traffic: polls(wire.pending, 0),
    context: { closedAt: start + 25 * hour },
    verdict: 'pass',
  },
  'a booking that was cancelled instead': {
    traffic: booked(wire.pending).cancel(),
    context: closed,
    verdict: 'pass',
  },
  'a booking that was confirmed': {
    traffic: booked(wire.confirmed),
    context: closed,
    verdict: 'not-observed',
  },
});
