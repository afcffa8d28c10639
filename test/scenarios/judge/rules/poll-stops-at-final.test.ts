import { hour, minute, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const pending = () =>
  traffic()
    .search()
    .conditions()
    .book({ shows: [wire.pending] });
/** A trip of two services that a restarted client polls until it is confirmed, and then looks up again. */
const restarted = (looks: number) => {
  const shows = [wire.confirmed, wire.confirmed];
  const polled = traffic()
    .search()
    .conditions()
    .book({ shows: [wire.confirmed, wire.pending] })
    .look({ after: 10 * minute, shows: [wire.confirmed, wire.pending] })
    .look({ after: 10 * minute, shows });
  return Array.from({ length: looks }).reduce<typeof polled>(builder => builder.look({ shows }), polled);
};
const later = { after: 10 * minute };

testRule('poll-stops-at-final', {
  'the voucher after the last poll': { traffic: pending().look(later).look(), verdict: 'pass' },
  'polls that go on': {
    traffic: pending().look(later).look(later).look(later),
    context: oneTask,
    verdict: 'fail',
    at: [[4, 5, 6]],
    says: /looked up booking B1 2 more times within .* after it was CONFIRMED at 10:10:00 \(exchange 4\)/,
  },
  'the vouchers of both services of a trip after a restart': {
    traffic: restarted(2),
    context: { ...oneTask, killedIn: [4] },
    verdict: 'pass',
  },
  'more looks than the trip has services after a restart': {
    traffic: restarted(3),
    context: { ...oneTask, killedIn: [4] },
    verdict: 'fail',
    at: [[5, 6, 7, 8]],
  },
  'the voucher read twice by what may be two programs': {
    traffic: pending()
      .look(later)
      .look({ after: minute })
      .look({ after: 5 * minute }),
    verdict: 'warn',
    at: [[4, 5, 6]],
  },
  'several looks at what was confirmed at once': {
    traffic: traffic().search().conditions().book().look().look().look(),
    verdict: 'warn',
    at: [[3, 4, 5, 6]],
  },
  'looks of somebody who asks again hours later': {
    traffic: pending()
      .look(later)
      .look({ after: 2 * hour })
      .look({ after: 2 * hour }),
    verdict: 'pass',
  },
  'a look at what a cancellation would cost': {
    traffic: pending().look(later).look().look().cancel(),
    verdict: 'pass',
  },
  'looks between which something was done': {
    traffic: pending()
      .look(later)
      .look()
      .cancel()
      .look({ shows: [wire.cancelled] }),
    verdict: 'pass',
  },
  'a status that goes back': {
    traffic: traffic()
      .search()
      .conditions()
      .book()
      .look({ shows: [wire.pending] })
      .look(later),
    verdict: 'pass',
  },
  'a card that is followed up': {
    traffic: traffic()
      .search()
      .conditions()
      .book()
      .pay({ answer: { paymentStatus: 'Pending' } })
      .look(later)
      .look(later)
      .look(later),
    verdict: 'not-observed',
  },
  'looks that failed': {
    traffic: pending().look(later).look({ status: 500 }).look({ lost: 'reset' }).look(),
    verdict: 'pass',
  },
  'a booking that is still Pending': { traffic: pending(), verdict: 'not-observed' },
});
