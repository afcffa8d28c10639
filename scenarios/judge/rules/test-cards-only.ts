import { defineRule, finding } from '../assess/index.ts';

/** A number that passes the Luhn check, and is none of the stand-in's, can be somebody's card. */
export const testCardsOnly = defineRule({
  id: 'test-cards-only',
  level: 'should',
  clauses: ['auth.5'],
  title: 'Pays with the test cards of the stand-in and with no other number that passes the Luhn check.',
  right: 'One of the test cards of docs/guides/payment.md.',
  wrong: "A card number that could be somebody's.",
  explanation: 'card numbers that pass the Luhn check',
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no card was sent',
  judgeCase(call) {
    const card = call.facts.request.payment?.card;
    if (!card) return 'not applicable';
    if (card.ours || !card.luhn) return undefined;
    return finding([call], {
      message: `Exchange ${call.number} sends a card ending in ${card.last4} that is none of the test cards.`,
      expected: 'A test card, such as the one that ends in 1111.',
    });
  },
});
