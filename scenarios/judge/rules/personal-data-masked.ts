import { defineRule, judgeLeaks } from '../assess/index.ts';

/** Documents and e-mail addresses are masked in what the client writes. */
export const personalDataMasked = defineRule({
  id: 'personal-data-masked',
  level: 'must',
  clauses: ['auth.5'],
  title: 'Masks documents and e-mail addresses in its output.',
  right: 'a**@e******.com.',
  wrong: 'ana@example.com, or CPF 111.444.777-35.',
  explanation: 'needs a run: the raw output of the client is looked through',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(
      context,
      ['document', 'e-mail'],
      'Documents and e-mail addresses masked, such as "a***@example.com".',
    ),
});
