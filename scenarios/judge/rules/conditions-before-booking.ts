import { defineRule, finding, isRefused } from '../assess/index.ts';

/** Each DoBooking follows conditions that were given for the same selection. */
export const conditionsBeforeBooking = defineRule({
  id: 'conditions-before-booking',
  level: 'must',
  clauses: ['svc.1', 'flow.2'],
  title: 'Asks for the conditions of a selection before it books that selection.',
  right: 'Search, GetBookingConditions of room 12, DoBooking of room 12.',
  wrong: 'Search, then DoBooking; or conditions of room 12 and DoBooking of room 13.',
  explanation: 'each DoBooking against the conditions that came before it for the same item and units',
  looksBack: true,
  standsAlone: true,
  cases: traffic => traffic.of('book'),
  nothing: 'no DoBooking was sent',
  judgeCase(book, _, traffic) {
    const { status } = book.facts;
    // Whoever is not let in is told nothing of tokens.
    if (status === 401 || status === 429) return 'not applicable';
    const given = traffic.conditionsOf(book.selection);
    const first = given.find(({ facts }) => facts.status === 200 && facts.answer.token !== undefined);
    if (first && first.number < book.number) return undefined;
    const { issuer } = book;
    // Taken by the supplier, so conditions were given before the recording began.
    const isKnownElsewhere = issuer === undefined && !isRefused(book);
    if (isKnownElsewhere)
      return { inconclusive: `the Token of exchange ${book.number} was given before the recording` };
    const { item = 'nothing', units } = book.facts.request;
    const what = units ? `${item} with [${units.join(', ')}]` : item;
    return finding([issuer, book], {
      message: `DoBooking of ${book.product} ${what} by exchange ${book.number}, without conditions for that selection before it.`,
      expected: `${book.product}.getBookingConditions for ${what}, then DoBooking with the Token of its answer.`,
    });
  },
});
