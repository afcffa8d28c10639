import { asWarning, type Call, defineRule, finding, type Ruling } from '../assess/index.ts';

export const cardOnlyWhenNeeded = defineRule({
  id: 'card-only-when-needed',
  level: 'must',
  clauses: ['auth.5', 'field.can-pay-later'],
  title: 'A correct client sends card data only in a payment, or in a DoBooking that charges the card.',
  right: 'CanPayLater is true in the conditions, and the client sends DoBooking without a card.',
  wrong: 'The client sends its card with each DoBooking, or in a Search.',
  explanation:
    'The judge compares each DoBooking that has a card with CanPayLater and IsPrePayment in its conditions. A card in DoBooking for a prepaid room is only a warning, because the card is needed soon after.',
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no booking call was sent',
  judgeCase(call) {
    if (call.step === 'tool' || call.step === 'unknown' || call.step === 'static') return 'not applicable';
    if (call.step === 'pay') return undefined; // the rule payment-only-when-due judges payments
    if (call.step === 'book') return hasCard(call) ? judgeBooking(call) : undefined;
    return hasCard(call) ? report(call, 'which needs no card') : undefined;
  },
});

/** Matches the name of a field that contains a card. */
const cardField = /(?:^|\.)(?:PaymentRequestCC1|CreditCard|CardNumber|SecurityCode)$/i;

/** The kinds of warnings about fields that the server did not use. */
const unusedKinds: readonly string[] = ['unknown-field', 'ignored'];

/** Returns whether a call contains a card, even in a field that is not in the contract or that the server did not use. */
const hasCard = ({ facts: { request, warnings = [] } }: Call): boolean =>
  request.payment?.card !== undefined ||
  warnings.some(({ kind, field }) => unusedKinds.includes(kind) && cardField.test(field));

function judgeBooking(book: Call): Ruling {
  const given = book.issuer?.facts.answer;
  if (given?.payLater !== true) return undefined;
  if (given.prePayment === true)
    return asWarning(report(book, 'although IsPrePayment is true and payBooking is the payment'));
  return report(book, 'although CanPayLater is true in its conditions and nothing is charged');
}

function report(call: Call, why: string) {
  return finding([call.step === 'book' ? call.issuer : undefined, call], {
    message: `The client sent a card in ${call.facts.operation} (exchange ${call.number}), ${why}. Each needless copy of a card can be stolen.`,
    expected:
      'A correct client sends a card only in payBooking, or in DoBooking if CanPayLater is false in the conditions.',
  });
}
