import { judgeLeaks } from './leaks.ts';
import { defineRule } from './rule.ts';

/** What lets somebody in stands nowhere in what the client writes. */
export const credentialsNotInOutput = defineRule({
  id: 'credentials-not-in-output',
  level: 'must',
  clauses: ['auth.5'],
  title: 'Writes no password, Token or static token into its output.',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(context, ['password', 'token', 'static-token'], 'No password, Token or static token.'),
});
