import { fails, notObserved, passes, testRule } from './test-rule.ts';

const leaking = (what: 'static-token' | 'document') => ({ leaks: [{ what, where: 'stdout, line 12' }] });

testRule('credentials-not-in-output', {
  'output that holds nothing of the kind': passes({ context: { leaks: [] } }),
  'a static-token in the output': fails([[]], {
    context: leaking('static-token'),
    says: /The client wrote a secret to its output \(static-token\): stdout, line 12/,
  }),
  'what is a matter of another rule': passes({ context: leaking('document') }),
  'a run without a search of the output': notObserved({ why: /output/ }),
});
