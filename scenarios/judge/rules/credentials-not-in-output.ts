import { defineRule, judgeLeaks } from '../assess/index.ts';

export const credentialsNotInOutput = defineRule({
  id: 'credentials-not-in-output',
  level: 'must',
  clauses: ['auth.5'],
  title: 'A correct client writes no password, Token or static token into its output.',
  right: 'The client logs "POST Hotel.svc/Search as acme".',
  wrong: 'The client logs a complete request with its Password and Token.',
  explanation:
    'The judge searches the output of the client. A password in a file of the state folder is a warning. The rule applies only if Understudy runs the client.',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(
      context,
      ['password', 'token', 'static-token'],
      'A correct client writes no password, Token or static token.',
    ),
});
