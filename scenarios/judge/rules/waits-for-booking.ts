import { limits } from '#contracts';
import {
  defineRule,
  finding,
  ifOneTask,
  inWords,
  isKilled,
  isObservable,
  startTolerance,
  tooFast,
  waitedFor,
} from '../assess/index.ts';

const limit = limits.bookingTimeout.value;
/** From here on it shows what a client does with a slow DoBooking, ms. */
const slow = limit / 3;

/** A DoBooking is not given up early: what is given up may be booked all the same. */
export const waitsForBooking = defineRule({
  id: 'waits-for-booking',
  level: 'must',
  clauses: ['limit.booking-timeout'],
  title: 'Waits 45 s for a DoBooking before it gives up.',
  right: 'No answer to DoBooking: given up after 45 s.',
  wrong: 'DoBooking is given up after 30 s: it may have booked.',
  explanation: 'how long unanswered DoBooking calls were waited for',
  cases: traffic => traffic.of('book'),
  nothing: 'no DoBooking took long',
  judgeCase(book, context) {
    const waited = waitedFor(book, context);
    const hasLeft = book.facts.closed?.ending === 'client-gone';
    const tolerated = startTolerance(limit, context);
    // What the machine took is no wait.
    if (waited === undefined || isKilled(book, context) || (waited < slow + tolerated && !hasLeft))
      return 'not applicable';
    if (!isObservable(limit, context, tolerated)) return tooFast(limit, context);
    if (!hasLeft || waited >= limit - tolerated) return undefined;
    const found = finding([book], {
      message: `DoBooking by exchange ${book.number} was given up after ${inWords(waited)}.`,
      expected: `A time-out of ${inWords(limit)}, and a look for the booking after it.`,
    });
    return ifOneTask(found, context);
  },
});
