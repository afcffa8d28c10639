import { minute, second, type TrafficBuilder, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

type Shows = (typeof wire)[keyof typeof wire];
const booked = (shows: Shows) =>
  traffic()
    .search()
    .conditions()
    .book({ shows: [shows] });
const polled = (shows: Shows, ...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.look({ after, shows: [shows] }), booked(shows));

/** A trip with one confirmed service and one undecided service, which a client polls and then looks up again at once. */
const restarted = (looks: number): TrafficBuilder => {
  const shows = [wire.confirmed, wire.technical];
  const polled = traffic()
    .search()
    .conditions()
    .book({ shows })
    .look({ after: 5 * minute, shows })
    .look({ after: 5 * minute, shows });
  return Array.from({ length: looks }).reduce<TrafficBuilder>(builder => builder.look({ shows }), polled);
};

testRule('poll-interval', {
  'polls of a Pending every 10 minutes': {
    traffic: polled(wire.pending, 10 * minute, 10 * minute, 10 * minute),
    verdict: 'pass',
  },
  'a first poll at once': { traffic: polled(wire.pending, 0), verdict: 'pass' },
  'polls of a Pending every 5 minutes': {
    traffic: polled(wire.pending, 0, 5 * minute),
    context: oneTask,
    verdict: 'fail',
    at: [[4, 5]],
    says: /polled booking B1 again at 10:05:00 \(exchange 5\), 5 minutes after it was Pending at 10:00:00 \(exchange 4\)/,
    expects: /10 minutes/,
  },
  'looks one after the other that may be those of several programs': {
    traffic: polled(wire.pending, 0, 10, 10),
    verdict: 'warn',
    at: [
      [4, 5],
      [5, 6],
    ],
  },
  'polls of a TechnicalProblem every 5 minutes': {
    traffic: polled(wire.technical, 0, 5 * minute),
    verdict: 'pass',
  },
  'polls of a TechnicalProblem every minute': {
    traffic: polled(wire.technical, 0, minute, minute),
    context: oneTask,
    verdict: 'fail',
    at: [
      [4, 5],
      [5, 6],
    ],
  },
  'the voucher of the confirmed service of a trip, read once more after a restart': {
    traffic: restarted(1),
    context: { ...oneTask, killedIn: [4] },
    verdict: 'pass',
  },
  'two looks at once at a trip with one confirmed service after a restart': {
    traffic: restarted(2),
    context: { ...oneTask, killedIn: [4] },
    verdict: 'fail',
    at: [[6, 7]],
  },
  'a look at once without a restart at a trip with a confirmed service': {
    traffic: restarted(1),
    context: oneTask,
    verdict: 'fail',
    at: [[5, 6]],
  },
  'a poll that is early by less than the tolerance': {
    traffic: polled(wire.pending, 0, 10 * minute - 6 * second),
    verdict: 'pass',
  },
  'a poll made again after an error': {
    traffic: booked(wire.pending)
      .look({ shows: [wire.pending] })
      .look({ after: 10 * minute, status: 500 })
      .look({ after: 250, shows: [wire.pending] }),
    verdict: 'pass',
  },
  'a look right after something was done with the booking': {
    traffic: polled(wire.pending, 0)
      .cancel({ shows: [wire.cancelling] })
      .look({ shows: [wire.cancelling] }),
    verdict: 'pass',
  },
  'polls of a PendingCancellation every minute': {
    traffic: booked(wire.confirmed)
      .cancel({ shows: [wire.cancelling] })
      .look({ shows: [wire.cancelling] })
      .look({ after: minute, shows: [wire.cancelling] }),
    context: oneTask,
    verdict: 'fail',
    at: [[5, 6]],
  },
  'looks at a trip whose services have each their own polls': {
    traffic: booked(wire.pending)
      .look({ shows: [wire.pending, wire.technical] })
      .look({ after: 5 * minute, shows: [wire.pending, wire.technical] }),
    verdict: 'pass',
  },
  'looks at two services that wait, more often than each of them allows': {
    traffic: [0, minute, minute].reduce(
      (builder, after) => builder.look({ after, shows: [wire.pending, wire.pending] }),
      booked(wire.pending).look({ shows: [wire.pending, wire.pending] }),
    ),
    context: oneTask,
    verdict: 'fail',
    at: [[5, 7]],
  },
  'a payment that was refused between two polls': {
    traffic: polled(wire.pending, 0)
      .pay({ after: minute, status: 400 })
      .look({ shows: [wire.pending] }),
    context: oneTask,
    verdict: 'fail',
    at: [[4, 6]],
  },
  'a look by the reference beside one by the id': {
    traffic: polled(wire.pending, 0).find({ after: minute, shows: [wire.pending] }),
    context: oneTask,
    verdict: 'fail',
    at: [[4, 5]],
  },
  'polls on a clock that jumps at polls': {
    traffic: polled(wire.pending, 0, minute),
    context: { clock: { mode: 'per-poll', speed: 1 } },
    verdict: 'inconclusive',
    why: /per-poll/,
  },
  'polls on a clock that is too fast': {
    traffic: polled(wire.technical, 0, minute),
    context: { clock: { mode: 'scaled', speed: 3_600 } },
    verdict: 'inconclusive',
    why: /3600 times/,
  },
  'a booking that was confirmed': { traffic: polled(wire.confirmed, 0, minute), verdict: 'not-observed' },
});
