import { testRule } from './test-rule.ts';

const leaking = (what: 'card-number' | 'e-mail') => ({ leaks: [{ what, where: 'stdout, line 12' }] });

testRule('no-card-data-in-output', {
  'output that holds nothing of the kind': { context: { leaks: [] }, verdict: 'pass' },
  'a card-number in the output': {
    context: leaking('card-number'),
    verdict: 'fail',
    at: [[]],
    says: /The client wrote a secret to its output \(card-number\): stdout, line 12/,
  },
  'what is a matter of another rule': { context: leaking('e-mail'), verdict: 'pass' },
  'a run without a search of the output': { verdict: 'not-observed', why: /output/ },
});
