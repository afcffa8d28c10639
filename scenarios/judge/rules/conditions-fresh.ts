import { limits } from '#contracts';
import { defineRule, finding, formatTime, inWords, judgeAge } from '../assess/index.ts';

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
  timed: true,
  standsAlone: true,
  cases: traffic => traffic.of('book'),
  nothing: 'no DoBooking was sent',
  judgeCase(book, context) {
    const { issuer } = book;
    if (!issuer?.ended || issuer.step !== 'conditions') return 'not applicable';
    const age = judgeAge({ since: issuer.ended, call: book, limit }, context);
    if (age !== 'too old') return age;
    const [given, booked] = formatTime(issuer.ended.at, book.opened.at);
    return finding([issuer, book], {
      message: `Conditions given ${given} by exchange ${issuer.number}; DoBooking at ${booked}, ${inWords(book.opened.at - issuer.ended.at)} later.`,
      expected: `New conditions, and DoBooking less than ${inWords(limit)} after them.`,
    });
  },
});
