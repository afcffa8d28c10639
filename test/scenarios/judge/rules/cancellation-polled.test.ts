import { hour, minute, start, toBooking, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const cancelled = (shows: (typeof wire)[keyof typeof wire]) => toBooking().cancel({ shows: [shows] });
const closed = { ...oneTask, closedAt: start + 25 * hour };

testRule('cancellation-polled', {
  'a cancellation that is followed up': passes(
    cancelled(wire.cancelling).look({ after: 5 * minute, shows: [wire.cancelled] }),
    { context: closed },
  ),
  'a cancellation that is not': fails([[4]], cancelled(wire.cancelling), {
    context: closed,
    says: /PendingCancellation/,
    expects: /every 5 minutes/,
  }),
  'a cancellation in a sandbox that is still open': notObserved(cancelled(wire.cancelling)),
  'a cancellation that did not reach the supplier': notObserved(cancelled(wire.notForwarded), {
    context: closed,
  }),
  'a cancellation that took effect at once': notObserved(cancelled(wire.cancelled), { context: closed }),
});
