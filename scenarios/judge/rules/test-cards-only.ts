import type { Call } from '../traffic/call.ts';
import { finding, noCase, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';

/** A number that passes the Luhn check, and is none of the stand-in's, can be somebody's card. */
export const testCardsOnly = defineRule({
  id: 'test-cards-only',
  level: 'should',
  clauses: ['auth.5'],
  title: 'Pays with the test cards of the stand-in and with no other number that passes the Luhn check.',
  standsAlone: true,
  judge: ({ calls }) => overEach(calls, judgeOne, 'no card was sent'),
});

function judgeOne(call: Call) {
  const card = call.facts.request.payment?.card;
  if (!card) return noCase;
  if (card.ours || !card.luhn) return undefined;
  return finding([call], {
    message: `Exchange ${call.number} sends a card ending in ${card.last4} that is none of the test cards.`,
    expected: 'A test card, such as the one that ends in 1111.',
  });
}
