import { pollingPlan, type ServiceStatus } from '#contracts';
import {
  defineRule,
  finding,
  formatTime,
  ifOneTask,
  inWords,
  isGood,
  isObservable,
  readPolls,
  tolerance,
  tooFast,
  wordOf,
} from '../assess/index.ts';

/** Polls of one booking keep their distance. */
export const pollInterval = defineRule({
  id: 'poll-interval',
  level: 'must',
  clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
  title:
    'Leaves at least 5 minutes between polls of TechnicalProblem or PendingCancellation, and 10 minutes between polls of Pending.',
  right: 'TechnicalProblem: 10:00, 10:05, 10:10.',
  wrong: 'TechnicalProblem: 10:00, 10:01, 10:02.',
  explanation: 'the time between two looks while the status was undecided; the first may come at once',
  timed: true,
  cases: ({ trips }) => trips,
  nothing: 'no booking was polled',
  judgeCase(trip, context) {
    const { pairs, runs } = readPolls(trip);
    // The first poll may come at once.
    if (pairs.length === 0) return runs.some(({ looks }) => looks.some(isGood)) ? [] : 'not applicable';
    const slow = pairs.filter(({ status, fromRequest }) =>
      isObservable(intervalOf(status, fromRequest), context),
    );
    const [first] = pairs;
    if (slow.length === 0 && first) return tooFast(intervalOf(first.status, first.fromRequest), context);
    return slow.flatMap(({ earlier, later, status, fromRequest }) => {
      const interval = intervalOf(status, fromRequest);
      const gap = later.opened.at - earlier.opened.at;
      if (gap >= interval - tolerance(interval, context)) return [];
      const [first, second] = formatTime(earlier.opened.at, later.opened.at);
      const found = finding([earlier, later], {
        message: `Booking ${trip.id} was ${wordOf(status)} at ${first} (exchange ${earlier.number}) and polled again at ${second} (exchange ${later.number}), ${inWords(gap)} later.`,
        expected: `At least ${inWords(interval)} between two polls.`,
      });
      // Programs that look at one booking beside each other may keep their distance each.
      return ifOneTask(found, context);
    });
  },
});

const intervalOf = (status: ServiceStatus, fromRequest: boolean): number =>
  pollingPlan(status, fromRequest)?.interval ?? 0;
