import { second, traffic } from './build.ts';
import { inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const gone = (took: number) => traffic().search({ took, lost: 'client-gone' });

testRule('waits-for-search', {
  'a Search that is given up at 15 s': passes(gone(15 * second)),
  'a Search that is answered after 12 s': passes(traffic().search({ took: 12 * second })),
  'a Search that is given up at 5 s': warns([[1]], gone(5 * second), {
    says: /gave up the Search \(exchange \d+\) after 5 seconds/,
  }),
  'a Search that is waited for a minute': warns([[1]], traffic().search({ took: 60 * second }), {
    says: /still waited for the Search \(exchange \d+\) after 1 minute/,
  }),
  'a Search whose answer took the machine a second on a clock fifteen times as fast': notObserved(
    traffic().search({ took: 15 * second }),
    { context: { clock: { mode: 'scaled', speed: 15 } } },
  ),
  'a Search that a client without its turn lets go a second too late': passes(gone(19_900), {
    context: { clock: { mode: 'scaled', speed: 4 } },
  }),
  'a Search that is waited for longer than the machine can explain': warns([[1]], gone(20_100), {
    context: { clock: { mode: 'scaled', speed: 4 } },
    says: /still waited for the Search \(exchange \d+\) after 20.1 seconds/,
  }),
  'a Search that is given up early, and whose way took a quarter of a second': passes(gone(8_300), {
    context: { clock: { mode: 'scaled', speed: 15 } },
  }),
  'a Search that is given up earlier than its way can explain': warns([[1]], gone(8_200), {
    context: { clock: { mode: 'scaled', speed: 15 } },
  }),
  'a Search on a clock that is too fast': inconclusive(gone(second), {
    context: { clock: { mode: 'scaled', speed: 600 } },
  }),
  'a Search that is answered at once': notObserved(traffic().search()),
});
