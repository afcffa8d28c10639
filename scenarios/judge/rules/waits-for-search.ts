import { limits } from '#contracts';
import type { Call } from '../traffic/call.ts';
import type { JudgeContext } from './context.ts';
import { type Finding, finding, noCase, overEach } from './opinion.ts';
import { isKilled, waitedFor } from './patience.ts';
import { defineRule } from './rule.ts';
import { canTell, clockOf, inWords, startTolerance, tooFast } from './time.ts';

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
  judge: (traffic, context) =>
    overEach(traffic.of('search'), search => judgeOne(search, context), 'no Search took long'),
});

function judgeOne(
  search: Call,
  context: JudgeContext,
): Finding | typeof noCase | undefined | { doubt: string } {
  const waited = waitedFor(search, context);
  const hasLeft = search.facts.closed?.ending === 'client-gone';
  const tolerated = startTolerance(limit, context);
  // What the machine took is no wait.
  const ofItself = ofTheMachine * clockOf(context).speed;
  if (waited === undefined || isKilled(search, context)) return noCase;
  if (waited < slow + Math.max(tolerated, ofItself) && !hasLeft) return noCase;
  if (!canTell(limit, context, tolerated)) return tooFast(limit, context);
  const told = (what: string) =>
    finding([search], {
      message: `Search by exchange ${search.number} ${what} after ${inWords(waited)}.`,
      expected: `A time-out of ${inWords(limit)}.`,
    });
  if (hasLeft && waited < early - tolerated) return told('was given up');
  const late = limit + Math.max(moment, ofItself);
  return waited > late + tolerated ? told('was still waited for') : undefined;
}
