import { limits } from '#contracts';
import {
  defineRule,
  finding,
  formatDuration,
  isKilled,
  isObservable,
  startTolerance,
  tooFast,
  waitedFor,
  warnUnlessOneTask,
} from '../assess/index.ts';

const limit = limits.bookingTimeout.value;
/** If an answer comes in less than this time, in milliseconds, and the client did not give up, the rule ignores the answer. */
const slow = limit / 3;

export const waitsForBooking = defineRule({
  id: 'waits-for-booking',
  level: 'must',
  clauses: ['limit.booking-timeout'],
  title: 'A correct client waits 45 s for the answer to a DoBooking.',
  right: 'DoBooking gets no answer, and the client gives up after 45 s.',
  wrong: 'DoBooking gets no answer, and the client gives up after 30 s, when the supplier may still book.',
  explanation: 'The judge measures how long the client waits for a DoBooking without an answer.',
  cases: traffic => traffic.of('book'),
  nothing: 'no DoBooking had a slow answer',
  judgeCase(book, context) {
    const waited = waitedFor(book, context);
    const hasLeft = book.facts.closed?.ending === 'client-gone';
    const tolerated = startTolerance(limit, context);
    // A busy machine can make a fast answer look slow.
    if (waited === undefined || isKilled(book, context) || (waited < slow + tolerated && !hasLeft))
      return 'not applicable';
    if (!isObservable(limit, context, tolerated)) return tooFast(limit, context);
    if (!hasLeft || waited >= limit - tolerated) return undefined;
    const found = finding([book], {
      message: `The client gave up DoBooking (exchange ${book.number}) after ${formatDuration(waited)}. The supplier may still complete the booking.`,
      expected: `A correct client waits ${formatDuration(limit)}, and then looks for the booking.`,
    });
    return warnUnlessOneTask(found, context);
  },
});
