import { judgeLeaks } from './leaks.ts';
import { defineRule } from './rule.ts';

/** A card leaves no trace in what the client writes. */
export const noCardDataInOutput = defineRule({
  id: 'no-card-data-in-output',
  level: 'must',
  clauses: ['auth.5'],
  title: 'Writes no card number and no security code into its output.',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(
      context,
      ['card-number', 'security-code'],
      'No card number, no security code: at most the last four digits.',
    ),
});
