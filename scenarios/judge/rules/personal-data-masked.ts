import { defineRule, judgeLeaks } from '../assess/index.ts';

export const personalDataMasked = defineRule({
  id: 'personal-data-masked',
  level: 'must',
  clauses: ['auth.5'],
  title: 'A correct client masks identity documents and e-mail addresses in its output.',
  right: 'The client logs "a**@e******.com".',
  wrong: 'The client logs "ana@example.com" or "CPF 111.444.777-35".',
  explanation:
    'The judge searches the output of the client. The rule applies only if Understudy runs the client.',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(
      context,
      ['document', 'e-mail'],
      'A correct client masks identity documents and e-mail addresses, as in "a***@example.com".',
    ),
});
