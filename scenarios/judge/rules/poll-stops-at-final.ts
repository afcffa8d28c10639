import { limits } from '#contracts';
import {
  asWarning,
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  ifOneTask,
  inWords,
  isGood,
  isPolled,
  isSettled,
  type Sight,
  type Trip,
  wordOf,
} from '../assess/index.ts';
import { isRejected } from './rejected-is-final.ts';

/** For the voucher. */
const allowed = 1;
/** Looks that come later than polls would are somebody's who asks again. */
const window = limits.pollWindow.value + limits.pollPending.value;

/** Once a booking is decided nobody polls it any more. */
export const pollStopsAtFinal = defineRule({
  id: 'poll-stops-at-final',
  level: 'must',
  clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation', 'poll.rejected'],
  title: 'Reads a booking once more at most after its status became final.',
  right: 'CONFIRMED is seen, the voucher is read once.',
  wrong: 'CONFIRMED is seen, and the booking is read again and again.',
  explanation: 'looks after a final status: one is free',
  timed: true,
  cases: ({ trips }) => trips,
  nothing: 'no booking was seen decided',
  judgeCase(trip, context) {
    // A card that is pending is followed up although the booking stands.
    const isPending = trip.events.some(({ call }) => call.facts.answer.paymentStatus === 'Pending');
    const ends = isPending ? [] : readEnds(trip);
    if (ends.length === 0) return 'not applicable';
    return ends.flatMap(({ by, sight, looks, wasPolled }) => {
      if (looks.length <= allowed) return [];
      const [seen, last] = formatTime(by.opened.at, (looks.at(-1) ?? by).opened.at);
      const words = [...sight.services.values()].map(({ status }) => wordOf(status)).join(', ');
      const found = finding([by, ...looks.slice(0, 3), looks.at(-1)], {
        message: `Booking ${trip.id} was ${words} at ${seen} (exchange ${by.number}) and was looked at ${looks.length} times more within ${inWords(window)}, last at ${last}.`,
        expected: 'One more look at most, for the voucher.',
      });
      // Of a booking that was confirmed at once, a reader may simply want to see it again; so may another program of any.
      return wasPolled ? ifOneTask(found, context) : asWarning(found);
    });
  },
});

interface Ended {
  readonly by: Call;
  readonly sight: Sight;
  /** It had been polled up to then. */
  readonly wasPolled: boolean;
  readonly looks: Call[];
}

/** Each time a booking was seen decided, and the looks that followed before anything else was done with it. */
function readEnds({ events }: Trip): Ended[] {
  const ends: Ended[] = [];
  let current: Ended | undefined;
  let wasPolled = false;
  for (const { call, sight } of events) {
    const isLook = call.step === 'look';
    const isRead = isLook && isGood(call);
    // Who cancels may look first at what that costs.
    if (call.step === 'cancel') current?.looks.pop();
    if (!isLook) current = undefined;
    else if (
      current &&
      isRead &&
      hasSeen(call, current.by) &&
      call.opened.at - current.by.opened.at <= window
    )
      current.looks.push(call);
    if (!sight) continue;
    const all = [...sight.services.values()];
    const isEnd = sight.isSure && all.every(({ status }) => isSettled(status)) && !isRejected(sight);
    if (!isEnd) {
      current = undefined;
      wasPolled = (isLook && wasPolled) || all.some(({ status }) => isPolled(status));
    } else if (!current) {
      current = { by: call, sight, wasPolled, looks: [] };
      wasPolled = false;
      ends.push(current);
    }
  }
  return ends;
}
