import { limits } from '#contracts';
import type { Call } from '../traffic/call.ts';
import { judgeAge } from './age.ts';
import type { JudgeContext } from './context.ts';
import { finding, noCase, overEach } from './opinion.ts';
import { allButPerPoll, defineRule } from './rule.ts';
import { inWords, tell } from './time.ts';

const limit = limits.conditionsAge.value;

/** What is booked is as the user saw it a moment ago. */
export const conditionsFresh = defineRule({
  id: 'conditions-fresh',
  level: 'must',
  clauses: ['flow.2', 'limit.conditions'],
  title: 'Books less than 5 minutes after it received the conditions.',
  modes: allButPerPoll,
  standsAlone: true,
  judge: (traffic, context) =>
    overEach(traffic.of('book'), book => judgeOne(book, context), 'no DoBooking was sent'),
});

function judgeOne(book: Call, context: JudgeContext) {
  const { issuer } = book;
  if (!issuer?.ended || issuer.step !== 'conditions') return noCase;
  const age = judgeAge({ since: issuer.ended, call: book, limit }, context);
  if (age !== 'too old') return age;
  const [given, booked] = tell(issuer.ended.at, book.opened.at);
  return finding([issuer, book], {
    message: `Conditions given ${given} by exchange ${issuer.number}; DoBooking at ${booked}, ${inWords(book.opened.at - issuer.ended.at)} later.`,
    expected: `New conditions, and DoBooking less than ${inWords(limit)} after them.`,
  });
}
