import { fails, inconclusive, notObserved, passes, testRule } from './test-rule.ts';

const leaking = (what: 'card-number' | 'e-mail') => ({ leaks: [{ what, where: 'stdout, line 12' }] });

testRule('no-card-data-kept', {
  'output that holds nothing of the kind': passes({ context: { leaks: [] } }),
  'a card-number in the output': fails([[]], {
    context: leaking('card-number'),
    says: /The client wrote a secret to its output \(card-number\): stdout, line 12/,
  }),
  'a security code in a file': fails([[]], {
    context: { leaks: [{ what: 'security-code', where: 'file a.json, line 1', isKept: true }] },
    says: /left a secret in its state folder \(security-code\): file a.json, line 1/,
  }),
  'a state folder that is too large': inconclusive({
    context: { leaks: [], unsearched: 'the state folder has too many files' },
    why: /too many files/,
  }),
  'what is a matter of another rule': passes({ context: leaking('e-mail') }),
  'a run without a search of the output': notObserved({ why: /output/ }),
});
