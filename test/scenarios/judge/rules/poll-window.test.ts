import { hour, minute, start, type TrafficBuilder, toBooking, wire } from './build.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

type Shows = (typeof wire)[keyof typeof wire];

/** Polls of a booking: their number and interval. */
function polled(shows: Shows, times: number, interval: number): TrafficBuilder {
  const builder = toBooking({ shows: [shows] });
  for (let time = 0; time < times; time += 1) builder.look({ after: interval, shows: [shows] });
  return builder;
}

testRule('poll-window', {
  'polls up to the half hour': passes(polled(wire.pending, 3, 10 * minute)),
  'one more interval': passes(polled(wire.pending, 4, 10 * minute)),
  'polls beyond it': fails([[3, 8, 9]], polled(wire.pending, 6, 10 * minute), {
    says: /still polled booking B1 at 10:50:00, 50 minutes after it became Pending at 10:00:00 \(exchange 3\); 2 polls/,
  }),
  'polls of a TechnicalProblem for an hour': fails([[3, 11, 15]], polled(wire.technical, 12, 5 * minute)),
  'polls of an OnRequest for a day': passes(polled(wire.onRequest, 144, 10 * minute)),
  'polls of an OnRequest for two days': fails([[3, 150, 291]], polled(wire.onRequest, 288, 10 * minute)),
  'an OnRequest that is given up after half an hour (decision 1)': warns(
    [[3, 6]],
    polled(wire.onRequest, 3, 10 * minute),
    {
      context: { closedAt: start + 25 * hour },
      says: /for the last time at 10:30:00, when it was still OnRequest/,
    },
  ),
  'two services that are polled for an hour': fails(
    [[3, 8, 9]],
    Array.from({ length: 6 }).reduce<TrafficBuilder>(
      builder => builder.look({ after: 10 * minute, shows: [wire.pending, wire.pending] }),
      toBooking({ shows: [wire.pending, wire.pending] }),
    ),
  ),
  'somebody who asks again the next day': passes(
    polled(wire.pending, 3, 10 * minute).look({ after: 20 * hour, shows: [wire.pending] }),
  ),
  'a status that changed in between': passes(
    polled(wire.technical, 6, 5 * minute)
      .look({ after: 5 * minute, shows: [wire.pending] })
      .look({ after: 10 * minute, shows: [wire.pending] }),
  ),
  'polls on a clock that jumps at polls': inconclusive(polled(wire.pending, 6, 10 * minute), {
    context: { clock: { mode: 'per-poll', speed: 1 } },
  }),
  'a booking without polls': notObserved(toBooking()),
});
