import { limits } from '#contracts';
import {
  asWarning,
  type BookingView,
  type Call,
  defineRule,
  finding,
  formatDuration,
  formatTime,
  hasSeen,
  isPolled,
  isSettled,
  isSuccess,
  statusWord,
  type Trip,
  warnUnlessOneTask,
} from '../assess/index.ts';
import { isRejected } from './rejected-is-final.ts';

/**
 * Returns the number of look-ups that a client may send after a final status. One look-up is allowed, to read the voucher. After a
 * restart, a client may have lost the vouchers, so one look-up is allowed for each service.
 */
const allowed = ({ view, looks }: FinalStatus): number =>
  looks.some(({ isAfterRestart }) => isAfterRestart) ? Math.max(1, view.services.size) : 1;
/** After this time, in milliseconds, a look-up is not a poll. A user probably requested the look-up. */
const window = limits.pollWindow.value + limits.pollPending.value;

export const pollStopsAtFinal = defineRule({
  id: 'poll-stops-at-final',
  level: 'must',
  clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation', 'poll.rejected'],
  title: 'A correct client looks up a booking at most once more after the status became final.',
  right: 'The client sees CONFIRMED and reads the voucher once.',
  wrong: 'The client sees CONFIRMED and still polls the booking many times.',
  explanation:
    'The judge counts the look-ups after a final status. One look-up is allowed, and after a restart one for each service.',
  timed: true,
  cases: ({ trips }) => trips,
  nothing: 'no booking reached a final status',
  judgeCase(trip, context) {
    // While a payment is pending, look-ups are needed although the status of the booking is final.
    const isPending = trip.events.some(({ call }) => call.facts.answer.paymentStatus === 'Pending');
    const ends = isPending ? [] : readFinals(trip);
    if (ends.length === 0) return 'not applicable';
    return ends.flatMap(end => {
      const { by, view, looks, wasPolled } = end;
      if (looks.length <= allowed(end)) return [];
      const [seen, last] = formatTime(by.opened.at, (looks.at(-1) ?? by).opened.at);
      const words = [...view.services.values()].map(({ status }) => statusWord(status)).join(', ');
      const found = finding([by, ...looks.slice(0, 3), looks.at(-1)], {
        message: `The client looked up booking ${trip.id} ${looks.length} more times within ${formatDuration(window)} after it was ${words} at ${seen} (exchange ${by.number}), the last time at ${last}. A final status does not change.`,
        expected: 'A correct client looks up the booking at most once more, to read the voucher.',
      });
      // If the client had not polled before, a user may simply have opened the booking again.
      return wasPolled ? warnUnlessOneTask(found, context) : asWarning(found);
    });
  },
});

interface FinalStatus {
  readonly by: Call;
  readonly view: BookingView;
  /** Whether the client had polled the booking before it saw the final status. */
  readonly wasPolled: boolean;
  readonly looks: Call[];
}

/** Returns each final status that the client saw, with the look-ups that followed directly. */
function readFinals({ events }: Trip): FinalStatus[] {
  const ends: FinalStatus[] = [];
  let current: FinalStatus | undefined;
  let wasPolled = false;
  for (const { call, view } of events) {
    const isLook = call.step === 'look';
    const isRead = isLook && isSuccess(call);
    // A look-up right before a cancellation is allowed, because a client may read the penalty first.
    if (call.step === 'cancel') current?.looks.pop();
    if (!isLook) current = undefined;
    else if (
      current &&
      isRead &&
      hasSeen(call, current.by) &&
      call.opened.at - current.by.opened.at <= window
    )
      current.looks.push(call);
    if (!view) continue;
    const all = [...view.services.values()];
    const isEnd = view.isSure && all.every(({ status }) => isSettled(status)) && !isRejected(view);
    if (!isEnd) {
      current = undefined;
      wasPolled = (isLook && wasPolled) || all.some(({ status }) => isPolled(status));
    } else if (!current) {
      current = { by: call, view, wasPolled, looks: [] };
      wasPolled = false;
      ends.push(current);
    }
  }
  return ends;
}
