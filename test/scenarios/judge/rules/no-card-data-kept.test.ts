import { testRule } from './test-rule.ts';

const leaking = (what: 'card-number' | 'e-mail') => ({ leaks: [{ what, where: 'stdout, line 12' }] });

testRule('no-card-data-kept', {
  'output that holds nothing of the kind': { context: { leaks: [] }, verdict: 'pass' },
  'a card-number in the output': {
    context: leaking('card-number'),
    verdict: 'fail',
    at: [[]],
    says: /The client wrote a secret to its output \(card-number\): stdout, line 12/,
  },
  'a security code in a file': {
    context: { leaks: [{ what: 'security-code', where: 'file a.json, line 1', isKept: true }] },
    verdict: 'fail',
    at: [[]],
    says: /left a secret in its state folder \(security-code\): file a.json, line 1/,
  },
  'a state folder that is too large': {
    context: { leaks: [], unsearched: 'the state folder has too many files' },
    verdict: 'inconclusive',
    why: /too many files/,
  },
  'what is a matter of another rule': { context: leaking('e-mail'), verdict: 'pass' },
  'a run without a search of the output': { verdict: 'not-observed', why: /output/ },
});
