import { defineRule, judgeLeaks } from '../assess/index.ts';

/** What lets somebody in stands nowhere in what the client writes. */
export const credentialsNotInOutput = defineRule({
  id: 'credentials-not-in-output',
  level: 'must',
  clauses: ['auth.5'],
  title: 'Writes no password, Token or static token into its output.',
  right: 'POST Hotel.svc/Search as acme.',
  wrong: 'The whole request is logged, Password and Token with it.',
  explanation: 'needs a run: the raw output of the client is looked through',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(context, ['password', 'token', 'static-token'], 'No password, Token or static token.'),
});
