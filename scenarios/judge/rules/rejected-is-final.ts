import { isFinal, limits } from '#contracts';
import {
  type BookingView,
  type Call,
  defineRule,
  type Finding,
  finding,
  formatDuration,
  formatTime,
  hasSeen,
  warnUnlessOneTask,
} from '../assess/index.ts';

/** A look-up later than this many milliseconds after the rejection is not a poll: a user probably requested it. */
const window = limits.pollWindow.value + limits.pollPending.value;

export const rejectedIsFinal = defineRule({
  id: 'rejected-is-final',
  level: 'must',
  clauses: ['poll.rejected', 'status.rejeitado'],
  title: 'A correct client stops polling a booking after an answer with Rejected.',
  right: 'A booking is Rejected. The client reports the rejection and does not look up the booking again.',
  wrong: 'A booking is Rejected, and the client sends GetBookingDetail five minutes later.',
  explanation:
    'The judge counts the look-ups of a booking after an answer with Rejected. That answer already contains the reason. Lists of bookings do not count.',
  cases: ({ trips }) => trips,
  nothing: 'no booking was Rejected',
  judgeCase({ id, events }, context) {
    let rejected: Call | undefined;
    let isCase = false;
    let looks: Call[] = [];
    for (const { call, view } of events) {
      if (call.step === 'look' && rejected && isSoonAfter(call, rejected)) looks.push(call);
      if (!view) continue;
      const isEnd = view.isSure && isRejected(view);
      // If a service is added to a rejected trip, the trip is active again.
      if (!isEnd) [rejected, looks] = [undefined, []];
      else rejected ??= call;
      isCase ||= view.isSure && [...view.services.values()].some(({ status }) => status === 'rejected');
    }
    if (!isCase) return 'not applicable';
    if (!rejected || looks.length === 0) return undefined;
    return warnUnlessOneTask(describe(id, rejected, looks), context);
  },
});

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
