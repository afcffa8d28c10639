import { defineRule, judgeLeaks } from '../assess/index.ts';

/** A card leaves no trace in what the client writes. */
export const noCardDataInOutput = defineRule({
  id: 'no-card-data-in-output',
  level: 'must',
  clauses: ['auth.5'],
  title: 'Writes no card number and no security code into its output.',
  right: 'card ending 1111.',
  wrong: 'card 4111 1111 1111 1111, or cvv: 123.',
  explanation: 'needs a run: the raw output of the client is looked through',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(
      context,
      ['card-number', 'security-code'],
      'No card number, no security code: at most the last four digits.',
    ),
});
