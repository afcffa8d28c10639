import { defineRule, finding, isLost, isRefused } from '../assess/index.ts';

export const chargedAtBooking = defineRule({
  id: 'charged-at-booking',
  level: 'must',
  clauses: ['flow.6', 'field.can-pay-later'],
  title:
    'A correct client sends Payment in DoBooking, or payBooking right after DoBooking, if CanPayLater is false.',
  right: 'CanPayLater is false in the conditions, and the client sends Payment in DoBooking.',
  wrong:
    'CanPayLater is false in the conditions, but the client sends neither Payment in DoBooking nor payBooking.',
  explanation: 'The judge compares each DoBooking with CanPayLater and IsPrePayment in its conditions.',
  cases: traffic => traffic.of('book'),
  nothing: 'no booking had CanPayLater false',
  judgeCase(book) {
    const { issuer, facts } = book;
    const given = issuer?.facts.answer;
    if (!issuer || given?.payLater !== false || given.prePayment === true) return 'not applicable';
    if (facts.request.payment) return undefined;
    const isPaidAfter = book.trip?.events.some(
      ({ call }) => call.step === 'pay' && call.number > book.number,
    );
    if (isPaidAfter) return undefined;
    if (isLost(book) || (isRefused(book) && facts.status !== 400)) return 'not applicable';
    return finding([issuer, book], {
      message: `The client sent DoBooking (exchange ${book.number}) without Payment and no payBooking after it, although CanPayLater is false in the conditions (exchange ${issuer.number}). The supplier charges such a booking at once.`,
      expected:
        'A correct client sends Payment in DoBooking, with an offered PaymentConditionId and the card.',
    });
  },
});
