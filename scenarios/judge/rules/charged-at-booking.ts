import { defineRule, finding, isLost, isRefused } from '../assess/index.ts';

/** What cannot be paid later is paid with DoBooking, or by payBooking right behind it (decision 4). */
export const chargedAtBooking = defineRule({
  id: 'charged-at-booking',
  level: 'must',
  clauses: ['flow.6', 'field.can-pay-later'],
  title: 'Sends Payment in DoBooking, or payBooking right behind it, where CanPayLater is false.',
  right: 'CanPayLater false: DoBooking carries Payment.',
  wrong: 'CanPayLater false, and neither DoBooking carries Payment nor does payBooking follow.',
  explanation: 'each DoBooking against the flags of its conditions',
  cases: traffic => traffic.of('book'),
  nothing: 'nothing was booked that cannot be paid later',
  judgeCase(book) {
    const { issuer, facts } = book;
    const given = issuer?.facts.answer;
    if (!issuer || given?.payLater !== false || given.prePayment === true) return 'not applicable';
    if (facts.request.payment) return undefined;
    const isPaidBehind = book.trip?.events.some(
      ({ call }) => call.step === 'pay' && call.number > book.number,
    );
    if (isPaidBehind) return undefined;
    if (isLost(book) || (isRefused(book) && facts.status !== 400)) return 'not applicable';
    return finding([issuer, book], {
      message: `Exchange ${issuer.number} said CanPayLater false; DoBooking by exchange ${book.number} carries no Payment, and no payBooking follows it.`,
      expected: 'Payment in DoBooking, with an offered PaymentConditionId and the card.',
    });
  },
});
