import { traffic } from './build.ts';
import { carStep, oneTask, taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

const from = (start: string, end = '2026-12-12') => traffic().search({ request: { start, end } });

testRule('dates-local-iso', {
  'calendar dates': { traffic: from('2026-12-10'), verdict: 'pass' },
  'the dates of the task': { traffic: from('2026-12-10'), context: oneTask, verdict: 'pass' },
  'a date with a time and a zone': {
    traffic: from('2026-12-10T00:00:00Z'),
    verdict: 'fail',
    at: [[1]],
    says: /"2026-12-10T00:00:00Z"/,
    expects: /YYYY-MM-DD without time or zone/,
  },
  'a date in the order of another country': { traffic: from('10/12/2026'), verdict: 'fail', at: [[1]] },
  'a day that does not exist': { traffic: from('2026-11-31'), verdict: 'fail', at: [[1]] },
  'dates that a conversion has moved by a day': {
    traffic: from('2026-12-09', '2026-12-11'),
    context: oneTask,
    verdict: 'fail',
    at: [[1], [1]],
    says: /one day off/,
    expects: /"2026-12-10", the date at the destination/,
  },
  'the dates of a car': {
    traffic: traffic('car').search({ request: { start: '2026-12-11', end: '2026-12-12' } }),
    context: { task: taskOf(carStep) },
    verdict: 'fail',
    at: [[1]],
  },
  'other dates than those of the task': {
    traffic: from('2026-12-20', '2026-12-22'),
    context: oneTask,
    verdict: 'pass',
  },
  'calls without dates': { traffic: traffic().list(), verdict: 'not-observed' },
});
