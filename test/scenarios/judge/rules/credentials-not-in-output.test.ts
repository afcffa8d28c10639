import { testRule } from './test-rule.ts';

const leaking = (what: 'static-token' | 'document') => ({ leaks: [{ what, where: 'stdout, line 12' }] });

testRule('credentials-not-in-output', {
  'output that holds nothing of the kind': { context: { leaks: [] }, verdict: 'pass' },
  'a static-token in the output': {
    context: leaking('static-token'),
    verdict: 'fail',
    at: [[]],
    says: /The client wrote a secret to its output \(static-token\): stdout, line 12/,
  },
  'what is a matter of another rule': { context: leaking('document'), verdict: 'pass' },
  'a run without a search of the output': { verdict: 'not-observed', why: /output/ },
});
