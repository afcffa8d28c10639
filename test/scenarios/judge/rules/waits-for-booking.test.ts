import { second, toBooking, traffic } from './build.ts';
import { expecting, oneTask } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const gone = (took: number, speed = 1) =>
  traffic('hotel', speed).search().conditions().book({ took, lost: 'client-gone' });

testRule('waits-for-booking', {
  'a DoBooking that is given up at 45 s': passes(gone(45 * second), { context: oneTask }),
  'one that is given up earlier by less than the tolerance': passes(gone(44_600), { context: oneTask }),
  'a DoBooking that is answered after 40 s': passes(toBooking({ took: 40 * second }), { context: oneTask }),
  'a DoBooking that is given up at 30 s': fails([[3]], gone(30 * second), {
    context: oneTask,
    says: /gave up DoBooking \(exchange \d+\) after 30 seconds/,
    expects: /45 seconds/,
  }),
  'a DoBooking that somebody may have broken off': warns([[3]], gone(30 * second)),
  'a client that is killed': notObserved(gone(second), {
    context: { ...oneTask, scenario: expecting({ restarts: { at: 'hotel.doBooking' } }) },
  }),
  'a client that waits by its own clock while polls move the sandbox': fails([[3]], gone(600 * second, 20), {
    context: { ...oneTask, clock: { mode: 'per-poll', speed: 1 } },
    says: /after 30/,
  }),
  'a DoBooking whose way took a quarter of a second on a clock fifteen times as fast': passes(gone(41_300), {
    context: { ...oneTask, clock: { mode: 'scaled', speed: 15 } },
  }),
  'a DoBooking that is given up earlier than its way can explain': fails([[3]], gone(41_200), {
    context: { ...oneTask, clock: { mode: 'scaled', speed: 15 } },
  }),
  'a DoBooking whose answer took the machine a second': notObserved(toBooking({ took: 18 * second }), {
    context: { ...oneTask, clock: { mode: 'scaled', speed: 15 } },
  }),
  'a DoBooking on a clock that is too fast': inconclusive(gone(second), {
    context: { ...oneTask, clock: { mode: 'scaled', speed: 600 } },
  }),
  'a DoBooking that is answered at once': notObserved(toBooking(), { context: oneTask }),
});
