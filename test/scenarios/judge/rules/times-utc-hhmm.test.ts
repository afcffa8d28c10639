import { traffic } from './build.ts';
import { carStep, taskOf, transferStep } from './tasks.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const transferAt = (...times: string[]) => traffic('transfer').search({ request: { times } });
const carAt = (...times: string[]) => traffic('car').search({ request: { times } });
const skipped = { date: '2027-03-28', time: '01:30', zone: 'Europe/Lisbon' };
const transfer = { task: taskOf(transferStep) };

testRule('times-utc-hhmm', {
  'the UTC of the local time': passes(transferAt('18:30'), { context: transfer }),
  'a time without a known local time': passes(transferAt('15:30')),
  'the local time itself': fails([[1]], transferAt('15:30'), {
    context: transfer,
    says: /"15:30", which is the local time \(exchange \d+\), but 2026-12-10 15:30 in America\/Sao_Paulo/,
    expects: /"18:30"/,
  }),
  'any time for a local time that the change to summer time skips': passes(transferAt('01:30'), {
    context: { task: taskOf({ ...transferStep, criteria: { ...transferStep.criteria, ...skipped } }) },
  }),
  'the times of a car, of which one is past midnight': passes(carAt('18:30', '01:00'), {
    context: { task: taskOf(carStep) },
  }),
  'a car that is brought back at the wrong time': fails([[1]], carAt('18:30', '22:00'), {
    context: { task: taskOf(carStep) },
  }),
  'a time with seconds': fails([[1]], transferAt('18:30:00'), { says: /"18:30:00"/ }),
  'a time of twelve hours': fails([[1]], transferAt('6:30 PM')),
  'a hotel, which has no time': notObserved(traffic().search()),
});
