import { limits } from '#contracts';
import type { Call } from '../traffic/call.ts';
import type { JudgeContext } from './context.ts';
import { type Finding, finding, ifOneTask, noCase, overEach } from './opinion.ts';
import { isKilled, waitedFor } from './patience.ts';
import { defineRule } from './rule.ts';
import { canTell, inWords, startTolerance, tooFast } from './time.ts';

const limit = limits.bookingTimeout.value;
/** From here on it shows what a client does with a slow DoBooking, ms. */
const slow = limit / 3;

/** A DoBooking is not given up early: what is given up may be booked all the same. */
export const waitsForBooking = defineRule({
  id: 'waits-for-booking',
  level: 'must',
  clauses: ['limit.booking-timeout'],
  title: 'Waits 45 s for a DoBooking before it gives up.',
  judge: (traffic, context) =>
    overEach(traffic.of('book'), book => judgeOne(book, context), 'no DoBooking took long'),
});

function judgeOne(
  book: Call,
  context: JudgeContext,
): Finding | typeof noCase | undefined | { doubt: string } {
  const waited = waitedFor(book, context);
  const hasLeft = book.facts.closed?.ending === 'client-gone';
  const tolerated = startTolerance(limit, context);
  // What the machine took is no wait.
  if (waited === undefined || isKilled(book, context) || (waited < slow + tolerated && !hasLeft))
    return noCase;
  if (!canTell(limit, context, tolerated)) return tooFast(limit, context);
  if (!hasLeft || waited >= limit - tolerated) return undefined;
  const found = finding([book], {
    message: `DoBooking by exchange ${book.number} was given up after ${inWords(waited)}.`,
    expected: `A time-out of ${inWords(limit)}, and a look for the booking after it.`,
  });
  return ifOneTask(found, context);
}
