import { testRule } from './test-rule.ts';

const leaking = (what: 'document' | 'card-number') => ({ leaks: [{ what, where: 'stdout, line 12' }] });

testRule('personal-data-masked', {
  'output that holds nothing of the kind': { context: { leaks: [] }, verdict: 'pass' },
  'a document in the output': {
    context: leaking('document'),
    verdict: 'fail',
    at: [[]],
    says: /The client wrote a secret to its output \(document\): stdout, line 12/,
  },
  'what is a matter of another rule': { context: leaking('card-number'), verdict: 'pass' },
  'a run without a search of the output': { verdict: 'not-observed', why: /output/ },
});
