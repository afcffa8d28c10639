import { expecting } from './tasks.ts';
import { testRule } from './test-rule.ts';

testRule('outcome-as-expected', {
  'the outcome of the scenario': {
    context: { scenario: expecting(), result: { outcome: 'confirmed' } },
    verdict: 'pass',
  },
  'another outcome': {
    context: { scenario: expecting({ outcomes: ['ask-support'] }), result: { outcome: 'confirmed' } },
    verdict: 'fail',
    at: [[]],
    says: /reported "confirmed".*ends with ask-support/,
  },
  'what another reading of the specification allows': {
    context: { scenario: expecting({ tolerated: ['ask-support'] }), result: { outcome: 'ask-support' } },
    verdict: 'warn',
    at: [[]],
  },
  'another outcome on a clock so fast that nobody can keep up': {
    context: {
      scenario: expecting(),
      result: { outcome: 'error' },
      clock: { mode: 'scaled', speed: 312 },
    },
    verdict: 'inconclusive',
    why: /312 times as fast/,
  },
  'a run without a reported outcome': {
    context: { scenario: expecting() },
    verdict: 'not-observed',
    why: /reports/,
  },
});
