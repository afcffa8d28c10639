import { defineRule, finding, notApplicable, overEach } from '../assess/index.ts';
import type { Call } from '../traffic/index.ts';

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
  judge: ({ calls }) => overEach(calls, judgeOne, 'no card was sent'),
});

function judgeOne(call: Call) {
  const card = call.facts.request.payment?.card;
  if (!card) return notApplicable;
  if (card.ours || !card.luhn) return undefined;
  return finding([call], {
    message: `Exchange ${call.number} sends a card ending in ${card.last4} that is none of the test cards.`,
    expected: 'A test card, such as the one that ends in 1111.',
  });
}
