import { isFinal, limits } from '#contracts';
import {
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  ifOneTask,
  isGood,
  type Sight,
} from '../assess/index.ts';

/** One look can be for the reasons; more of them are polling. */
const allowed = 1;
/** Looks that come later than polls would are somebody's who reads it again. */
const window = limits.pollWindow.value + limits.pollPending.value;

/** What was rejected stays so: nobody asks about it again and again. */
export const rejectedIsFinal = defineRule({
  id: 'rejected-is-final',
  level: 'must',
  clauses: ['poll.rejected', 'status.rejeitado'],
  title: 'Stops asking about a booking that was Rejected.',
  right: 'Rejected: the client says so, and asks no more.',
  wrong: 'Rejected, and GetBookingDetail is sent every five minutes.',
  explanation: 'looks at a booking after an answer that said Rejected',
  cases: ({ trips }) => trips,
  nothing: 'no booking was Rejected',
  judgeCase({ id, events }, context) {
    let rejected: Call | undefined;
    let isCase = false;
    let looks: Call[] = [];
    for (const { call, sight } of events) {
      const isRead = call.step === 'look' && isGood(call);
      if (rejected && isRead && isSoonAfter(call, rejected)) looks.push(call);
      if (!sight) continue;
      const isEnd = sight.isSure && isRejected(sight);
      // What is added to a trip brings it back to life.
      if (!isEnd) [rejected, looks] = [undefined, []];
      else rejected ??= call;
      isCase ||= sight.isSure && [...sight.services.values()].some(({ status }) => status === 'rejected');
      if (rejected && looks.length > allowed) break;
    }
    if (!isCase) return 'not applicable';
    if (!rejected || looks.length <= allowed) return undefined;
    const [seen, last] = formatTime(rejected.opened.at, (looks.at(-1) ?? rejected).opened.at);
    const found = finding([rejected, ...looks], {
      message: `Booking ${id} was Rejected at ${seen} (exchange ${rejected.number}); it was asked about ${looks.length} times more, last at ${last}.`,
      expected: 'No polling: Rejected is final, and a new booking carries no risk of a penalty.',
    });
    return ifOneTask(found, context);
  },
});

/** Whether nothing of a booking stands, because it was rejected. */
export function isRejected({ services }: Sight): boolean {
  const all = [...services.values()];
  return all.some(({ status }) => status === 'rejected') && all.every(({ status }) => isFinal(status));
}

const isSoonAfter = (look: Call, rejected: Call): boolean =>
  hasSeen(look, rejected) && look.opened.at - rejected.opened.at <= window;
