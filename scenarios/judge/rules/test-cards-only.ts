import { defineRule, finding } from '../assess/index.ts';

export const testCardsOnly = defineRule({
  id: 'test-cards-only',
  level: 'should',
  clauses: ['auth.5'],
  title:
    'A correct client pays only with a test card of the stand-in, or with a number that fails the Luhn check.',
  right: 'The client sends a test card from docs/guides/payment.md.',
  wrong: 'The client sends another card number that passes the Luhn check.',
  explanation: 'The judge compares each card number that passes the Luhn check with the test cards.',
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no request contained a card',
  judgeCase(call) {
    const card = call.facts.request.payment?.card;
    if (!card) return 'not applicable';
    if (card.ours || !card.luhn) return undefined;
    return finding([call], {
      message: `The client sent a card that ends in ${card.last4} (exchange ${call.number}), which is not a test card. A number that passes the Luhn check may be a real card.`,
      expected: 'A correct client sends a test card, such as the one that ends in 1111.',
    });
  },
});
