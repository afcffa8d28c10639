import { traffic } from './build.ts';
import { carStep, taskOf, transferStep } from './tasks.ts';
import { testRule } from './test-rule.ts';

const transferAt = (...times: string[]) => traffic('transfer').search({ request: { times } });
const carAt = (...times: string[]) => traffic('car').search({ request: { times } });
const transfer = { task: taskOf(transferStep) };

testRule('times-utc-hhmm', {
  'the UTC of the local time': { traffic: transferAt('18:30'), context: transfer, verdict: 'pass' },
  'a time without a known local time': { traffic: transferAt('15:30'), verdict: 'pass' },
  'the local time itself': {
    traffic: transferAt('15:30'),
    context: transfer,
    verdict: 'fail',
    at: [[1]],
    says: /"15:30", which is the local time \(exchange \d+\), but 2026-12-10 15:30 in America\/Sao_Paulo/,
    expects: /"18:30"/,
  },
  'the times of a car, of which one is past midnight': {
    traffic: carAt('18:30', '01:00'),
    context: { task: taskOf(carStep) },
    verdict: 'pass',
  },
  'a car that is brought back at the wrong time': {
    traffic: carAt('18:30', '22:00'),
    context: { task: taskOf(carStep) },
    verdict: 'fail',
    at: [[1]],
  },
  'a time with seconds': { traffic: transferAt('18:30:00'), verdict: 'fail', at: [[1]], says: /"18:30:00"/ },
  'a time of twelve hours': { traffic: transferAt('6:30 PM'), verdict: 'fail', at: [[1]] },
  'a hotel, which has no time': { traffic: traffic().search(), verdict: 'not-observed' },
});
