import { pollingPlan, type ServiceStatus } from '#contracts';
import {
  defineRule,
  finding,
  formatDuration,
  formatTime,
  isObservable,
  isSuccess,
  readPolls,
  statusWord,
  tolerance,
  tooFast,
  warnUnlessOneTask,
} from '../assess/index.ts';

export const pollInterval = defineRule({
  id: 'poll-interval',
  level: 'must',
  clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
  title:
    'A correct client waits at least 5 minutes between polls of TechnicalProblem or PendingCancellation, and 10 minutes for Pending.',
  right: 'The client polls a booking with TechnicalProblem at 10:00, 10:05 and 10:10.',
  wrong: 'The client polls a booking with TechnicalProblem at 10:00, 10:01 and 10:02.',
  explanation:
    'The judge measures the time between two look-ups while the status is undecided. The first look-up may follow at once. After a restart, a client may read each decided service of a trip once more.',
  timed: true,
  cases: ({ trips }) => trips,
  nothing: 'no booking was polled',
  judgeCase(trip, context) {
    const { pairs, runs } = readPolls(trip);
    if (pairs.length === 0) return runs.some(({ looks }) => looks.some(isSuccess)) ? [] : 'not applicable';
    const slow = pairs.filter(({ status, fromRequest }) =>
      isObservable(intervalOf(status, fromRequest), context),
    );
    const [first] = pairs;
    if (slow.length === 0 && first) return tooFast(intervalOf(first.status, first.fromRequest), context);
    // A restarted client may have lost the vouchers of decided services, so it may read each of them once more.
    let rereads = 0;
    return slow.flatMap(({ earlier, later, status, fromRequest, settled }) => {
      const interval = intervalOf(status, fromRequest);
      const gap = later.opened.at - earlier.opened.at;
      if (gap >= interval - tolerance(interval, context)) return [];
      if (later.isAfterRestart && rereads < settled) {
        rereads += 1;
        return [];
      }
      const [first, second] = formatTime(earlier.opened.at, later.opened.at);
      const found = finding([earlier, later], {
        message: `The client polled booking ${trip.id} again at ${second} (exchange ${later.number}), ${formatDuration(gap)} after it was ${statusWord(status)} at ${first} (exchange ${earlier.number}). The status changes slowly, so faster polls only use up the rate limit.`,
        expected: `A correct client leaves at least ${formatDuration(interval)} between two polls.`,
      });
      // Several programs may poll one booking, and each program alone may keep the interval.
      return warnUnlessOneTask(found, context);
    });
  },
});

const intervalOf = (status: ServiceStatus, fromRequest: boolean): number =>
  pollingPlan(status, fromRequest)?.interval ?? 0;
