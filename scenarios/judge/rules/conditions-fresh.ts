import { limits } from '#contracts';
import { defineRule, finding, formatDuration, formatTime, judgeAge } from '../assess/index.ts';

const limit = limits.conditionsAge.value;

export const conditionsFresh = defineRule({
  id: 'conditions-fresh',
  level: 'must',
  clauses: ['flow.2', 'limit.conditions'],
  title: 'A correct client books less than 5 minutes after it received the conditions.',
  right: 'The user needs 7 minutes to decide, and the client requests the conditions again before DoBooking.',
  wrong: 'The client sends DoBooking 7 minutes after it received the conditions.',
  explanation:
    'The judge measures the time from the answer with the conditions to DoBooking. The limit is 5 minutes plus a tolerance.',
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
      message: `The client sent DoBooking at ${booked} (exchange ${book.number}), ${formatDuration(book.opened.at - issuer.ended.at)} after it received the conditions (exchange ${issuer.number} at ${given}). The price may have changed in this time.`,
      expected: `A correct client requests the conditions again, and sends DoBooking less than ${formatDuration(limit)} later.`,
    });
  },
});
