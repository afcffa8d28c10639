import {
  type Call,
  defineRule,
  type Finding,
  finding,
  firstFrom,
  formatTime,
  hasSeen,
  isBefore,
  isGood,
  isLost,
  overEach,
  statusIn,
  type Traffic,
} from '../assess/index.ts';

/** What is cancelled is not cancelled again. */
export const cancelNotRepeated = defineRule({
  id: 'cancel-not-repeated',
  level: 'should',
  clauses: ['svc.2'],
  title: 'Cancels a booking or service once, unless the first cancellation got lost.',
  right: 'The answer to a cancellation is lost; the booking is looked up.',
  wrong: 'A cancellation that was answered is sent again.',
  explanation: 'cancellations of one booking or service',
  judge(traffic) {
    const before = new Map<string, Call>();
    return overEach(traffic.of('cancel'), call => judgeOne(call, before, traffic), 'nothing was cancelled');
  },
});

function judgeOne(call: Call, before: Map<string, Call>, traffic: Traffic): Finding | undefined {
  const { bookingId, serviceId = 'all of it' } = call.facts.request;
  const key = `${call.by} ${bookingId} ${serviceId}`;
  const earlier = before.get(key);
  const isDone = earlier !== undefined && isTaken(earlier);
  if (!isDone && (isTaken(call) || isLost(call))) before.set(key, call);
  if (!earlier || !hasSeen(call, earlier)) return undefined;
  if (!isDone && isLookedUp(earlier, call, traffic)) return undefined;
  const [first, again] = formatTime(earlier.opened.at, call.opened.at);
  const answer = isDone
    ? `answered ${earlier.facts.answer.bookingStatus}`
    : 'without an answer that says what came of it';
  return finding([earlier, call], {
    message: `Booking ${bookingId} (${serviceId}) was cancelled at ${first} by exchange ${earlier.number}, ${answer}, and again at ${again} by exchange ${call.number}.`,
    expected: 'One cancellation; another one only if the answer was lost and a look shows nothing of it.',
  });
}

/** One that did not reach the supplier may be tried again. */
function isTaken(call: Call): boolean {
  const { bookingStatus, label } = call.facts.answer;
  const status = statusIn(bookingStatus, label);
  return isGood(call) && (status === 'cancelled' || status === 'pending-cancellation');
}

/** Whether somebody looked at the booking, or at the list, between two calls (decision 2). */
function isLookedUp({ ended, opened }: Call, again: Call, { looksBy }: Traffic): boolean {
  const looks = looksBy(again.by);
  for (let index = firstFrom(looks, ended ?? opened); index < looks.length; index += 1) {
    const look = looks[index];
    if (!look || !isBefore(look.opened, again.opened)) return false;
    if (look.step === 'list' || look.trip === undefined || look.trip === again.trip) return true;
  }
  return false;
}
