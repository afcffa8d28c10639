import { isFinal, limits } from '#contracts';
import {
  type BookingView,
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  isSuccess,
  warnUnlessOneTask,
} from '../assess/index.ts';

/**
 * The number of look-ups that a client may send after a rejection. One look-up is allowed, to read the reason of the rejection.
 */
const allowed = 1;
/** After this time, in milliseconds, a look-up is not a poll. A user probably requested the look-up. */
const window = limits.pollWindow.value + limits.pollPending.value;

export const rejectedIsFinal = defineRule({
  id: 'rejected-is-final',
  level: 'must',
  clauses: ['poll.rejected', 'status.rejeitado'],
  title: 'A correct client stops polling a booking after an answer with Rejected.',
  right: 'A booking is Rejected. The client reports the rejection and does not look up the booking again.',
  wrong: 'A booking is Rejected, and the client sends GetBookingDetail every five minutes.',
  explanation:
    'The judge counts the look-ups of a booking after an answer with Rejected. One look-up is allowed.',
  cases: ({ trips }) => trips,
  nothing: 'no booking was Rejected',
  judgeCase({ id, events }, context) {
    let rejected: Call | undefined;
    let isCase = false;
    let looks: Call[] = [];
    for (const { call, view } of events) {
      const isRead = call.step === 'look' && isSuccess(call);
      if (rejected && isRead && isSoonAfter(call, rejected)) looks.push(call);
      if (!view) continue;
      const isEnd = view.isSure && isRejected(view);
      // If a service is added to a rejected trip, the trip is active again.
      if (!isEnd) [rejected, looks] = [undefined, []];
      else rejected ??= call;
      isCase ||= view.isSure && [...view.services.values()].some(({ status }) => status === 'rejected');
      if (rejected && looks.length > allowed) break;
    }
    if (!isCase) return 'not applicable';
    if (!rejected || looks.length <= allowed) return undefined;
    const [seen, last] = formatTime(rejected.opened.at, (looks.at(-1) ?? rejected).opened.at);
    const found = finding([rejected, ...looks], {
      message: `The client looked up booking ${id} ${looks.length} more times after it was Rejected at ${seen} (exchange ${rejected.number}), the last time at ${last}. A Rejected booking never becomes confirmed.`,
      expected: 'A correct client stops polling, and makes a new booking if the user still wants one.',
    });
    return warnUnlessOneTask(found, context);
  },
});

/** Returns whether a booking has no active service left and at least one was rejected. */
export function isRejected({ services }: BookingView): boolean {
  const all = [...services.values()];
  return all.some(({ status }) => status === 'rejected') && all.every(({ status }) => isFinal(status));
}

const isSoonAfter = (look: Call, rejected: Call): boolean =>
  hasSeen(look, rejected) && look.opened.at - rejected.opened.at <= window;
