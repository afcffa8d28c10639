import { defineRule, judgeLeaks } from '../assess/index.ts';

export const noCardDataInOutput = defineRule({
  id: 'no-card-data-in-output',
  level: 'must',
  clauses: ['auth.5'],
  title: 'A correct client writes no card number and no security code to its output.',
  right: 'The client logs "card ending 1111".',
  wrong: 'The client logs "card 4111 1111 1111 1111" or "cvv: 123".',
  explanation: 'The judge searches the output of the client. The rule needs a run of the client.',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(
      context,
      ['card-number', 'security-code'],
      'A correct client writes at most the last four digits of a card, and no security code.',
    ),
});
