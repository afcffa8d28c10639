import { defineRule, finding, isRefused } from '../assess/index.ts';

export const conditionsBeforeBooking = defineRule({
  id: 'conditions-before-booking',
  level: 'must',
  clauses: ['svc.1', 'flow.2'],
  title: 'A correct client requests the conditions of a selection before it books the selection.',
  right: 'The client sends Search, then GetBookingConditions for room 12, and then DoBooking for room 12.',
  wrong:
    'The client sends DoBooking right after Search, or it requests the conditions of room 12 and books room 13.',
  explanation: 'Before each DoBooking, the judge looks for conditions of the same offer and rooms.',
  looksBack: true,
  standsAlone: true,
  cases: traffic => traffic.of('book'),
  nothing: 'no DoBooking was sent',
  judgeCase(book, _, traffic) {
    const { status } = book.facts;
    // The supplier answers 401 or 429 before it checks the Token.
    if (status === 401 || status === 429) return 'not applicable';
    const given = traffic.conditionsOf(book.selection);
    const first = given.find(({ facts }) => facts.status === 200 && facts.answer.token !== undefined);
    if (first && first.number < book.number) return undefined;
    const { issuer } = book;
    // If the supplier accepted an unknown Token, the client had requested the conditions before the recording began.
    const isKnownElsewhere = issuer === undefined && !isRefused(book);
    if (isKnownElsewhere)
      return { inconclusive: `the Token of exchange ${book.number} was issued before the recording began` };
    const { item = 'without an id', units } = book.facts.request;
    const what = units ? `${item} with [${units.join(', ')}]` : item;
    return finding([issuer, book], {
      message: `The client sent DoBooking of ${book.product} ${what} (exchange ${book.number}) without conditions for this selection. Only the conditions contain the final price and the penalties.`,
      expected: `A correct client sends ${book.product}.getBookingConditions for ${what}, and then DoBooking with the Token of its answer.`,
    });
  },
});
