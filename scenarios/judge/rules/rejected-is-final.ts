import { isFinal, limits } from '#contracts';
import {
  type BookingView,
  type Call,
  clockOf,
  defineRule,
  type Finding,
  finding,
  formatDuration,
  formatTime,
  hasSeen,
  isSuccess,
  type JudgeContext,
  tolerance,
  warnUnlessOneTask,
} from '../assess/index.ts';

/**
 * The number of look-ups that a client may send after a rejection. One look-up is allowed, to read the reason of the rejection.
 */
const allowed = 1;
/** A client that reads the reason of a rejection does so within this time, in milliseconds. A later look-up is a poll. */
const reasonTime = 60_000;
/** After this time, in milliseconds, a look-up is not a poll. A user probably requested the look-up. */
const window = limits.pollWindow.value + limits.pollPending.value;

export const rejectedIsFinal = defineRule({
  id: 'rejected-is-final',
  level: 'must',
  clauses: ['poll.rejected', 'status.rejeitado'],
  title: 'A correct client stops polling a booking after an answer with Rejected.',
  right: 'A booking is Rejected. The client reports the rejection and does not look up the booking again.',
  wrong: 'A booking is Rejected, and the client sends GetBookingDetail five minutes later.',
  explanation:
    'The judge counts the look-ups of a booking after an answer with Rejected. One look-up within a minute is allowed, to read the reason.',
  cases: ({ trips }) => trips,
  nothing: 'no booking was Rejected',
  judgeCase({ id, events }, context) {
    let rejected: Call | undefined;
    let isCase = false;
    let hasFailed = false;
    let looks: Call[] = [];
    for (const { call, view } of events) {
      const isLook = call.step === 'look' && rejected !== undefined;
      if (isLook && !isSuccess(call)) hasFailed = true;
      else if (isLook && rejected && isSoonAfter(call, rejected)) looks.push(call);
      if (!view) continue;
      const isEnd = view.isSure && isRejected(view);
      // If a service is added to a rejected trip, the trip is active again.
      if (!isEnd) [rejected, looks, hasFailed] = [undefined, [], false];
      else rejected ??= call;
      isCase ||= view.isSure && [...view.services.values()].some(({ status }) => status === 'rejected');
      if (rejected && looks.length > allowed) break;
    }
    if (!isCase) return 'not applicable';
    const [first] = looks;
    if (!rejected || !first) return undefined;
    // After a failed look-up, the client may have waited before it could read the reason.
    const isOne = looks.length <= allowed;
    if (isOne && (hasFailed || !isPoll(first, rejected, context))) return undefined;
    return warnUnlessOneTask(describe(id, rejected, looks), context);
  },
});

/** Returns whether a look-up came too late to be the reading of a reason. A per-poll clock does not show this. */
const isPoll = (look: Call, rejected: Call, context: JudgeContext): boolean =>
  clockOf(context).mode !== 'per-poll' &&
  look.opened.at - (rejected.ended ?? rejected.opened).at > reasonTime + tolerance(reasonTime, context);

function describe(id: string, rejected: Call, looks: readonly Call[]): Finding {
  const last = looks.at(-1) ?? rejected;
  const [seen, at] = formatTime(rejected.opened.at, last.opened.at);
  const rejection = `it was Rejected at ${seen} (exchange ${rejected.number})`;
  const how =
    looks.length > 1
      ? `${looks.length} more times after ${rejection}, the last time at ${at}`
      : `once more, ${formatDuration(last.opened.at - rejected.opened.at)} after ${rejection}`;
  return finding([rejected, ...looks], {
    message: `The client looked up booking ${id} ${how}. A Rejected booking never becomes confirmed.`,
    expected: 'A correct client stops polling, and makes a new booking if the user still wants one.',
  });
}

/** Returns whether a booking has no active service left and at least one was rejected. */
export function isRejected({ services }: BookingView): boolean {
  const all = [...services.values()];
  return all.some(({ status }) => status === 'rejected') && all.every(({ status }) => isFinal(status));
}

const isSoonAfter = (look: Call, rejected: Call): boolean =>
  hasSeen(look, rejected) && look.opened.at - rejected.opened.at <= window;
