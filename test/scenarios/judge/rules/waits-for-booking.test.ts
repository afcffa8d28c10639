import { second, traffic } from './build.ts';
import { expecting, oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const gone = (took: number, speed = 1) =>
  traffic('hotel', speed).search().conditions().book({ took, lost: 'client-gone' });

testRule('waits-for-booking', {
  'a DoBooking that is given up at 45 s': { traffic: gone(45 * second), context: oneTask, verdict: 'pass' },
  'one that is given up earlier by less than the tolerance': {
    traffic: gone(44_600),
    context: oneTask,
    verdict: 'pass',
  },
  'a DoBooking that is answered after 40 s': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ took: 40 * second }),
    context: oneTask,
    verdict: 'pass',
  },
  'a DoBooking that is given up at 30 s': {
    traffic: gone(30 * second),
    context: oneTask,
    verdict: 'fail',
    at: [[3]],
    says: /gave up DoBooking \(exchange \d+\) after 30 seconds/,
    expects: /45 seconds/,
  },
  'a DoBooking that somebody may have broken off': { traffic: gone(30 * second), verdict: 'warn', at: [[3]] },
  'a client that is killed': {
    traffic: gone(second),
    context: { ...oneTask, scenario: expecting({ restarts: { at: 'hotel.doBooking' } }) },
    verdict: 'not-observed',
  },
  'a client that waits by its own clock while polls move the sandbox': {
    traffic: gone(600 * second, 20),
    context: { ...oneTask, clock: { mode: 'per-poll', speed: 1 } },
    verdict: 'fail',
    at: [[3]],
    says: /after 30/,
  },
  'a DoBooking whose way took a quarter of a second on a clock fifteen times as fast': {
    traffic: gone(41_300),
    context: { ...oneTask, clock: { mode: 'scaled', speed: 15 } },
    verdict: 'pass',
  },
  'a DoBooking that is given up earlier than its way can explain': {
    traffic: gone(41_200),
    context: { ...oneTask, clock: { mode: 'scaled', speed: 15 } },
    verdict: 'fail',
    at: [[3]],
  },
  'a DoBooking whose answer took the machine a second': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ took: 18 * second }),
    context: { ...oneTask, clock: { mode: 'scaled', speed: 15 } },
    verdict: 'not-observed',
  },
  'a DoBooking on a clock that is too fast': {
    traffic: gone(second),
    context: { ...oneTask, clock: { mode: 'scaled', speed: 600 } },
    verdict: 'inconclusive',
  },
  'a DoBooking that is answered at once': {
    traffic: traffic().search().conditions().book(),
    context: oneTask,
    verdict: 'not-observed',
  },
});
