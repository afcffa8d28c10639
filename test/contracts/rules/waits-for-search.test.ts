import { second, traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const gone = (took: number) => traffic().search({ took, lost: 'client-gone' });

testRule('waits-for-search', {
  'a Search that is given up at 15 s': { traffic: gone(15 * second), verdict: 'pass' },
  'a Search that is answered after 12 s': {
    traffic: traffic().search({ took: 12 * second }),
    verdict: 'pass',
  },
  'a Search that is given up at 5 s': {
    traffic: gone(5 * second),
    verdict: 'warn',
    at: [[1]],
    says: /given up after 5 seconds/,
  },
  'a Search that is waited for a minute': {
    traffic: traffic().search({ took: 60 * second }),
    verdict: 'warn',
    at: [[1]],
    says: /still waited for after 1 minute/,
  },
  'a Search on a clock that is too fast': {
    traffic: gone(second),
    context: { clock: { mode: 'scaled', speed: 600 } },
    verdict: 'inconclusive',
  },
  'a Search that is answered at once': { traffic: traffic().search(), verdict: 'not-observed' },
});
