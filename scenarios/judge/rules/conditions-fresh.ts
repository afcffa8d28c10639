import { limits } from '#contracts';
import {
  allButPerPoll,
  defineRule,
  finding,
  formatTime,
  inWords,
  type JudgeContext,
  judgeAge,
  notApplicable,
  overEach,
} from '../assess/index.ts';
import type { Call } from '../traffic/index.ts';

const limit = limits.conditionsAge.value;

/** What is booked is as the user saw it a moment ago. */
export const conditionsFresh = defineRule({
  id: 'conditions-fresh',
  level: 'must',
  clauses: ['flow.2', 'limit.conditions'],
  title: 'Books less than 5 minutes after it received the conditions.',
  right: 'The user thinks for 7 minutes, and the conditions are asked for again before DoBooking.',
  wrong: 'DoBooking is sent 7 minutes after the conditions came.',
  explanation: 'the time from the answer of the conditions to DoBooking, against 5 minutes and a tolerance',
  modes: allButPerPoll,
  standsAlone: true,
  judge: (traffic, context) =>
    overEach(traffic.of('book'), book => judgeOne(book, context), 'no DoBooking was sent'),
});

function judgeOne(book: Call, context: JudgeContext) {
  const { issuer } = book;
  if (!issuer?.ended || issuer.step !== 'conditions') return notApplicable;
  const age = judgeAge({ since: issuer.ended, call: book, limit }, context);
  if (age !== 'too old') return age;
  const [given, booked] = formatTime(issuer.ended.at, book.opened.at);
  return finding([issuer, book], {
    message: `Conditions given ${given} by exchange ${issuer.number}; DoBooking at ${booked}, ${inWords(book.opened.at - issuer.ended.at)} later.`,
    expected: `New conditions, and DoBooking less than ${inWords(limit)} after them.`,
  });
}
