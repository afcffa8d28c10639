import { judgeLeaks } from './leaks.ts';
import { defineRule } from './rule.ts';

/** Documents and e-mail addresses are masked in what the client writes. */
export const personalDataMasked = defineRule({
  id: 'personal-data-masked',
  level: 'must',
  clauses: ['auth.5'],
  title: 'Masks documents and e-mail addresses in its output.',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(
      context,
      ['document', 'e-mail'],
      'Documents and e-mail addresses masked, such as "a***@example.com".',
    ),
});
