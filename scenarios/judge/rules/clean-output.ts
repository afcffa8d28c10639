import { defineRule } from '../assess/index.ts';

export const cleanOutput = defineRule({
  id: 'clean-output',
  reads: 'books',
  level: 'must',
  clauses: ['auth.5'],
  title: 'A correct client writes no secret to its output, not even in a stack trace.',
  judgeEnd({ leaks }) {
    if (!leaks) return { notApplicable: 'no one searched the output of the client' };
    return leaks.map(({ what, where, isKept }) => ({
      message: `The ${isKept ? 'state' : 'output'} of the client contains a secret (${what}) in ${where}.`,
      exchanges: [],
      // The specification forbids only card data in files. The rule credentials-not-in-output warns of a password, too.
      ...(isKept && what === 'password' && { warn: true as const }),
    }));
  },
});
