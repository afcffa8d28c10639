import { fails, notObserved, passes, testRule } from './test-rule.ts';

const leaking = (what: 'document' | 'card-number') => ({ leaks: [{ what, where: 'stdout, line 12' }] });

testRule('personal-data-masked', {
  'output that holds nothing of the kind': passes({ context: { leaks: [] } }),
  'a document in the output': fails([[]], {
    context: leaking('document'),
    says: /The client wrote a secret to its output \(document\): stdout, line 12/,
  }),
  'what is a matter of another rule': passes({ context: leaking('card-number') }),
  'a run without a search of the output': notObserved({ why: /output/ }),
});
