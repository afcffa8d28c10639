import { limits } from '#contracts';
import {
  clockOf,
  defineRule,
  finding,
  inWords,
  isKilled,
  isObservable,
  startTolerance,
  tooFast,
  waitedFor,
} from '../assess/index.ts';

const limit = limits.searchTimeout.value;
/** From here on it shows what a client does with a slow Search, ms. */
const slow = limit / 3;
/** Not much earlier: what is given up before is. */
const early = limit * 0.8;
/** It may take a moment until a client has let go, ms of any clock; and of real time where it has to wait for its turn. */
const moment = 2_000;
const ofTheMachine = 1_000;

/** A Search is waited for as long as it may take, and no longer. */
export const waitsForSearch = defineRule({
  id: 'waits-for-search',
  level: 'should',
  clauses: ['limit.search-timeout'],
  title: 'Waits 15 s for a Search, not much less and not more.',
  right: 'No answer to a Search: given up after 15 s.',
  wrong: 'A Search is given up after 3 s, or waited for for a minute.',
  explanation: 'how long unanswered Searches were waited for',
  cases: traffic => traffic.of('search'),
  nothing: 'no Search took long',
  judgeCase(search, context) {
    const waited = waitedFor(search, context);
    const hasLeft = search.facts.closed?.ending === 'client-gone';
    const tolerated = startTolerance(limit, context);
    // What the machine took is no wait.
    const ofItself = ofTheMachine * clockOf(context).speed;
    if (waited === undefined || isKilled(search, context)) return 'not applicable';
    if (waited < slow + Math.max(tolerated, ofItself) && !hasLeft) return 'not applicable';
    if (!isObservable(limit, context, tolerated)) return tooFast(limit, context);
    const told = (what: string) =>
      finding([search], {
        message: `Search by exchange ${search.number} ${what} after ${inWords(waited)}.`,
        expected: `A time-out of ${inWords(limit)}.`,
      });
    if (hasLeft && waited < early - tolerated) return told('was given up');
    const late = limit + Math.max(moment, ofItself);
    return waited > late + tolerated ? told('was still waited for') : undefined;
  },
});
