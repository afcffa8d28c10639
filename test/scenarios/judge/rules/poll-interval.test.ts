import { minute, second, type TrafficBuilder, toBooking, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

type Shows = (typeof wire)[keyof typeof wire];
const booked = (shows: Shows) => toBooking({ shows: [shows] });
const polled = (shows: Shows, ...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.look({ after, shows: [shows] }), booked(shows));

/** A trip with one confirmed service and one undecided service, which a client polls and then looks up again at once. */
const restarted = (looks: number): TrafficBuilder => {
  const shows = [wire.confirmed, wire.technical];
  const polled = toBooking({ shows })
    .look({ after: 5 * minute, shows })
    .look({ after: 5 * minute, shows });
  return Array.from({ length: looks }).reduce<TrafficBuilder>(builder => builder.look({ shows }), polled);
};

testRule('poll-interval', {
  'polls of a Pending every 10 minutes': passes(polled(wire.pending, 10 * minute, 10 * minute, 10 * minute)),
  'a first poll at once': passes(polled(wire.pending, 0)),
  'polls of a Pending every 5 minutes': fails([[4, 5]], polled(wire.pending, 0, 5 * minute), {
    context: oneTask,
    says: /polled booking B1 again at 10:05:00 \(exchange 5\), 5 minutes after it was Pending at 10:00:00 \(exchange 4\)/,
    expects: /10 minutes/,
  }),
  'looks one after the other that may be those of several programs': warns(
    [
      [4, 5],
      [5, 6],
    ],
    polled(wire.pending, 0, 10, 10),
  ),
  'polls of a TechnicalProblem every 5 minutes': passes(polled(wire.technical, 0, 5 * minute)),
  'polls of a TechnicalProblem every minute': fails(
    [
      [4, 5],
      [5, 6],
    ],
    polled(wire.technical, 0, minute, minute),
    { context: oneTask },
  ),
  'the voucher of the confirmed service of a trip, read once more after a restart': passes(restarted(1), {
    context: { ...oneTask, killedIn: [4] },
  }),
  'two looks at once at a trip with one confirmed service after a restart': fails([[6, 7]], restarted(2), {
    context: { ...oneTask, killedIn: [4] },
  }),
  'a look at once without a restart at a trip with a confirmed service': fails([[5, 6]], restarted(1), {
    context: oneTask,
  }),
  'a poll that is early by less than the tolerance': passes(
    polled(wire.pending, 0, 10 * minute - 6 * second),
  ),
  'a poll made again after an error': passes(
    booked(wire.pending)
      .look({ shows: [wire.pending] })
      .look({ after: 10 * minute, status: 500 })
      .look({ after: 250, shows: [wire.pending] }),
  ),
  'a look right after something was done with the booking': passes(
    polled(wire.pending, 0)
      .cancel({ shows: [wire.cancelling] })
      .look({ shows: [wire.cancelling] }),
  ),
  'polls of a PendingCancellation every minute': fails(
    [[5, 6]],
    booked(wire.confirmed)
      .cancel({ shows: [wire.cancelling] })
      .look({ shows: [wire.cancelling] })
      .look({ after: minute, shows: [wire.cancelling] }),
    { context: oneTask },
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
    { context: oneTask },
  ),
  'a payment that was refused between two polls': fails(
    [[4, 6]],
    polled(wire.pending, 0)
      .pay({ after: minute, status: 400 })
      .look({ shows: [wire.pending] }),
    { context: oneTask },
  ),
  'a look by the reference beside one by the id': fails(
    [[4, 5]],
    polled(wire.pending, 0).find({ after: minute, shows: [wire.pending] }),
    { context: oneTask },
  ),
  'polls on a clock that jumps at polls': inconclusive(polled(wire.pending, 0, minute), {
    context: { clock: { mode: 'per-poll', speed: 1 } },
    why: /per-poll/,
  }),
  'polls on a clock that is too fast': inconclusive(polled(wire.technical, 0, minute), {
    context: { clock: { mode: 'scaled', speed: 3_600 } },
    why: /3600 times/,
  }),
  'a booking that was confirmed': notObserved(polled(wire.confirmed, 0, minute)),
});
