import { limits } from '#contracts';
import {
  clockOf,
  defineRule,
  finding,
  formatDuration,
  isKilled,
  isObservable,
  startTolerance,
  tooFast,
  waitedFor,
} from '../assess/index.ts';

const limit = limits.searchTimeout.value;
/** If an answer comes in less than this time, in milliseconds, and the client did not give up, the rule ignores the answer. */
const slow = limit / 3;
/** The minimum wait of a client before it gives up, in milliseconds. A client that gives up earlier breaks the rule. */
const early = limit * 0.8;
/** The time that a client may need to close the connection after its time-out, in milliseconds of the sandbox clock. */
const closeDelay = 2_000;
/** The time by which a busy machine may delay a client, in milliseconds of real time. */
const machineDelay = 1_000;

export const waitsForSearch = defineRule({
  id: 'waits-for-search',
  level: 'should',
  clauses: ['limit.search-timeout'],
  title: 'A correct client waits about 15 s for the answer to a Search, neither much less nor more.',
  right: 'A Search gets no answer, and the client gives up after 15 s.',
  wrong: 'A Search gets no answer, and the client gives up after 3 s or waits for a minute.',
  explanation: 'The judge measures how long the client waits for a Search without an answer.',
  cases: traffic => traffic.of('search'),
  nothing: 'no Search had a slow answer',
  judgeCase(search, context) {
    const waited = waitedFor(search, context);
    const hasLeft = search.facts.closed?.ending === 'client-gone';
    const tolerated = startTolerance(limit, context);
    // A busy machine can make a fast answer look slow.
    const delay = machineDelay * clockOf(context).speed;
    if (waited === undefined || isKilled(search, context)) return 'not applicable';
    if (waited < slow + Math.max(tolerated, delay) && !hasLeft) return 'not applicable';
    if (!isObservable(limit, context, tolerated)) return tooFast(limit, context);
    const report = (what: string) =>
      finding([search], {
        message: `The client ${what} the Search (exchange ${search.number}) after ${formatDuration(waited)}. The specification allows ${formatDuration(limit)} for a Search.`,
        expected: `A correct client gives up a Search after ${formatDuration(limit)}.`,
      });
    if (hasLeft && waited < early - tolerated) return report('gave up');
    const late = limit + Math.max(closeDelay, delay);
    return waited > late + tolerated ? report('still waited for') : undefined;
  },
});
