import { hour, minute, start, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const cancelled = (shows: (typeof wire)[keyof typeof wire]) =>
  traffic()
    .search()
    .conditions()
    .book()
    .cancel({ shows: [shows] });
const closed = { ...oneTask, closedAt: start + 25 * hour };

testRule('cancellation-polled', {
  'a cancellation that is followed up': {
    traffic: cancelled(wire.cancelling).look({ after: 5 * minute, shows: [wire.cancelled] }),
    context: closed,
    verdict: 'pass',
  },
  'a cancellation that is not': {
    traffic: cancelled(wire.cancelling),
    context: closed,
    verdict: 'fail',
    at: [[4]],
    says: /PendingCancellation/,
    expects: /every 5 minutes/,
  },
  'a cancellation in a sandbox that is still open': {
    traffic: cancelled(wire.cancelling),
    verdict: 'not-observed',
  },
  'a cancellation that did not reach the supplier': {
    traffic: cancelled(wire.notForwarded),
    context: closed,
    verdict: 'not-observed',
  },
  'a cancellation that took effect at once': {
    traffic: cancelled(wire.cancelled),
    context: closed,
    verdict: 'not-observed',
  },
});
