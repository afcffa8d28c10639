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
    says: /gave up the Search \(exchange \d+\) after 5 seconds/,
  },
  'a Search that is waited for a minute': {
    traffic: traffic().search({ took: 60 * second }),
    verdict: 'warn',
    at: [[1]],
    says: /still waited for the Search \(exchange \d+\) after 1 minute/,
  },
  'a Search whose answer took the machine a second on a clock fifteen times as fast': {
    traffic: traffic().search({ took: 15 * second }),
    context: { clock: { mode: 'scaled', speed: 15 } },
    verdict: 'not-observed',
  },
  'a Search that a client without its turn lets go a second too late': {
    traffic: gone(19_900),
    context: { clock: { mode: 'scaled', speed: 4 } },
    verdict: 'pass',
  },
  'a Search that is waited for longer than the machine can explain': {
    traffic: gone(20_100),
    context: { clock: { mode: 'scaled', speed: 4 } },
    verdict: 'warn',
    at: [[1]],
    says: /still waited for the Search \(exchange \d+\) after 20.1 seconds/,
  },
  'a Search that is given up early, and whose way took a quarter of a second': {
    traffic: gone(8_300),
    context: { clock: { mode: 'scaled', speed: 15 } },
    verdict: 'pass',
  },
  'a Search that is given up earlier than its way can explain': {
    traffic: gone(8_200),
    context: { clock: { mode: 'scaled', speed: 15 } },
    verdict: 'warn',
    at: [[1]],
  },
  'a Search on a clock that is too fast': {
    traffic: gone(second),
    context: { clock: { mode: 'scaled', speed: 600 } },
    verdict: 'inconclusive',
  },
  'a Search that is answered at once': { traffic: traffic().search(), verdict: 'not-observed' },
});
