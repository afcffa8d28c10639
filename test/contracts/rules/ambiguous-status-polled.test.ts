import { hour, minute, start, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const booked = (shows: (typeof wire)[keyof typeof wire]) =>
  traffic()
    .search()
    .conditions()
    .book({ shows: [shows] });
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
  'a Pending that nobody asked about again': {
    traffic: booked(wire.pending),
    context: closed,
    verdict: 'fail',
    at: [[3]],
    says: /Booking B1 was Pending at 10:00:00 \(exchange 3\); up to 25 hours later nobody looked at it/,
  },
  'an OnRequest that nobody asked about again': {
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
