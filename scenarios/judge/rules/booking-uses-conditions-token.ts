import {
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  ifOneTask,
  isGood,
  type Traffic,
} from '../assess/index.ts';

/** DoBooking carries the Token of the latest conditions of its Search and selection. */
export const bookingUsesConditionsToken = defineRule({
  id: 'booking-uses-conditions-token',
  level: 'must',
  clauses: ['flow.1'],
  title: 'Books with the Token that the latest conditions returned and not with the one of the Search.',
  right: 'GetBookingConditions answers Token C1; DoBooking carries C1.',
  wrong: 'DoBooking carries S1, which the Search gave, or the Token of earlier conditions.',
  explanation: 'the Token of each DoBooking against the exchange that issued it',
  cases: traffic => traffic.of('book'),
  nothing: 'no DoBooking was sent',
  judgeCase(book, context, traffic) {
    const { issuer } = book;
    if (!issuer) return 'not applicable';
    if (issuer.step === 'search') {
      return finding([issuer, book], {
        message: `DoBooking by exchange ${book.number} sends the Token that the Search of exchange ${issuer.number} gave.`,
        expected: 'The Token in the answer of GetBookingConditions.',
      });
    }
    const newer = latestBefore(book, issuer, traffic);
    if (!newer) return undefined;
    const [given, again, used] = formatTime(issuer.opened.at, newer.opened.at, book.opened.at);
    const found = finding([issuer, newer, book], {
      message: `DoBooking at ${used} sends the Token of the conditions given ${given} by exchange ${issuer.number}; exchange ${newer.number} gave a newer one at ${again}.`,
      expected: `The Token of exchange ${newer.number}.`,
    });
    // Two users can share a Search: the newer conditions may be those of the other one.
    return ifOneTask(found, context);
  },
});

/** Conditions of the same Search and selection that came after those it books by, and that nobody else books by. */
function latestBefore(book: Call, issuer: Call, { usersOf }: Traffic): Call | undefined {
  let latest: Call | undefined;
  for (let one = issuer.sameAfter; one && one.number < book.number; one = one.sameAfter) {
    const { token } = one.facts.answer;
    // Another booking of the same offer can be made beside this one.
    const isFree = token !== undefined && !usersOf(token).some(({ step }) => step === 'book');
    if (isFree && isGood(one) && hasSeen(book, one)) latest = one;
  }
  return latest;
}
