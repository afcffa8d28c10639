import { hour, minute, start, type TrafficBuilder, traffic, wire } from './build.ts';
import { testRule } from './test-rule.ts';

type Shows = (typeof wire)[keyof typeof wire];

/** Polls of a booking: their number and interval. */
function polled(shows: Shows, times: number, interval: number): TrafficBuilder {
  const builder = traffic()
    .search()
    .conditions()
    .book({ shows: [shows] });
  for (let time = 0; time < times; time += 1) builder.look({ after: interval, shows: [shows] });
  return builder;
}

testRule('poll-window', {
  'polls up to the half hour': { traffic: polled(wire.pending, 3, 10 * minute), verdict: 'pass' },
  'one more interval': { traffic: polled(wire.pending, 4, 10 * minute), verdict: 'pass' },
  'polls beyond it': {
    traffic: polled(wire.pending, 6, 10 * minute),
    verdict: 'fail',
    at: [[3, 8, 9]],
    says: /still polled booking B1 at 10:50:00, 50 minutes after it became Pending at 10:00:00 \(exchange 3\); 2 polls/,
  },
  'polls of a TechnicalProblem for an hour': {
    traffic: polled(wire.technical, 12, 5 * minute),
    verdict: 'fail',
    at: [[3, 11, 15]],
  },
  'polls of an OnRequest for a day': { traffic: polled(wire.onRequest, 144, 10 * minute), verdict: 'pass' },
  'polls of an OnRequest for two days': {
    traffic: polled(wire.onRequest, 288, 10 * minute),
    verdict: 'fail',
    at: [[3, 150, 291]],
  },
  'an OnRequest that is given up after half an hour (decision 1)': {
    traffic: polled(wire.onRequest, 3, 10 * minute),
    context: { closedAt: start + 25 * hour },
    verdict: 'warn',
    at: [[3, 6]],
    says: /for the last time at 10:30:00, when it was still OnRequest/,
  },
  'two services that are polled for an hour': {
    traffic: Array.from({ length: 6 }).reduce<TrafficBuilder>(
      builder => builder.look({ after: 10 * minute, shows: [wire.pending, wire.pending] }),
      traffic()
        .search()
        .conditions()
        .book({ shows: [wire.pending, wire.pending] }),
    ),
    verdict: 'fail',
    at: [[3, 8, 9]],
  },
  'somebody who asks again the next day': {
    traffic: polled(wire.pending, 3, 10 * minute).look({ after: 20 * hour, shows: [wire.pending] }),
    verdict: 'pass',
  },
  'a status that changed in between': {
    traffic: polled(wire.technical, 6, 5 * minute)
      .look({ after: 5 * minute, shows: [wire.pending] })
      .look({ after: 10 * minute, shows: [wire.pending] }),
    verdict: 'pass',
  },
  'polls on a clock that jumps at polls': {
    traffic: polled(wire.pending, 6, 10 * minute),
    context: { clock: { mode: 'per-poll', speed: 1 } },
    verdict: 'inconclusive',
  },
  'a booking without polls': { traffic: traffic().search().conditions().book(), verdict: 'not-observed' },
});
