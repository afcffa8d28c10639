import { traffic } from './build.ts';
import { carStep, oneTask, taskOf } from './tasks.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const from = (start: string, end = '2026-12-12') => traffic().search({ request: { start, end } });

testRule('dates-local-iso', {
  'calendar dates': passes(from('2026-12-10')),
  'the dates of the task': passes(from('2026-12-10'), { context: oneTask }),
  'a date with a time and a zone': fails([[1]], from('2026-12-10T00:00:00Z'), {
    says: /"2026-12-10T00:00:00Z"/,
    expects: /YYYY-MM-DD without time or zone/,
  }),
  'a date in the order of another country': fails([[1]], from('10/12/2026')),
  'a day that does not exist': fails([[1]], from('2026-11-31')),
  'dates that a conversion has moved by a day': fails([[1], [1]], from('2026-12-09', '2026-12-11'), {
    context: oneTask,
    says: /one day off/,
    expects: /"2026-12-10", the date at the destination/,
  }),
  'the dates of a car': fails(
    [[1]],
    traffic('car').search({ request: { start: '2026-12-11', end: '2026-12-12' } }),
    {
      context: { task: taskOf(carStep) },
      says: /The other date is right, so the service would have another length/,
    },
  ),
  'other dates than those of the task': passes(from('2026-12-20', '2026-12-22'), { context: oneTask }),
  'calls without dates': notObserved(traffic().list()),
});
