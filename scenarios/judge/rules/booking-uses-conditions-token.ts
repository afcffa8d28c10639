import {
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  isSuccess,
  type Traffic,
  warnUnlessOneTask,
} from '../assess/index.ts';

export const bookingUsesConditionsToken = defineRule({
  id: 'booking-uses-conditions-token',
  level: 'must',
  clauses: ['flow.1'],
  title: 'A correct client books with the Token of its latest conditions, not with the Token of the Search.',
  right: 'The client sends DoBooking with the Token that GetBookingConditions returned.',
  wrong: 'The client sends DoBooking with the Token of the Search, or with the Token of earlier conditions.',
  explanation: 'The judge compares the Token of each DoBooking with the exchange that issued it.',
  cases: traffic => traffic.of('book'),
  nothing: 'no DoBooking was sent',
  judgeCase(book, context, traffic) {
    const { issuer } = book;
    if (!issuer) return 'not applicable';
    if (issuer.step === 'search') {
      return finding([issuer, book], {
        message: `The client sent DoBooking (exchange ${book.number}) with the Token of the Search in exchange ${issuer.number}. The user accepted the price and rules of GetBookingConditions, so DoBooking needs the Token of that answer.`,
        expected: 'A correct client sends the Token from the answer of GetBookingConditions.',
      });
    }
    const newer = latestBefore(book, issuer, traffic);
    if (!newer) return undefined;
    const [given, again, used] = formatTime(issuer.opened.at, newer.opened.at, book.opened.at);
    const found = finding([issuer, newer, book], {
      message: `At ${used}, the client sent DoBooking (exchange ${book.number}) with the Token of the conditions from ${given} (exchange ${issuer.number}), although exchange ${newer.number} returned newer conditions at ${again}. The old conditions may be outdated.`,
      expected: `A correct client sends the Token of exchange ${newer.number}.`,
    });
    // Two users can share a Search, so the newer conditions may belong to the other user.
    return warnUnlessOneTask(found, context);
  },
});

/** Returns the newest conditions of the offer that came before this DoBooking and whose Token no DoBooking uses. */
function latestBefore(book: Call, issuer: Call, { usersOf }: Traffic): Call | undefined {
  let latest: Call | undefined;
  for (let one = issuer.sameAfter; one && one.number < book.number; one = one.sameAfter) {
    const { token } = one.facts.answer;
    // If a DoBooking uses the Token, the conditions belong to a second booking of the same offer.
    const isFree = token !== undefined && !usersOf(token).some(({ step }) => step === 'book');
    if (isFree && isSuccess(one) && hasSeen(book, one)) latest = one;
  }
  return latest;
}
