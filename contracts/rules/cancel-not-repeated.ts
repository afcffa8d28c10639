import { type Finding, finding, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';
import { tell } from './time.ts';
import { type Call, isGood, knew } from './traffic/call.ts';
import { statusIn } from './traffic/status.ts';

/** What is cancelled is not cancelled again. */
export const cancelNotRepeated = defineRule({
  id: 'cancel-not-repeated',
  level: 'should',
  clauses: ['svc.2'],
  title: 'Cancels a booking or service once, unless the first cancellation got lost.',
  judge(traffic) {
    const done = new Map<string, Call>();
    return overEach(traffic.of('cancel'), call => judgeOne(call, done), 'nothing was cancelled');
  },
});

function judgeOne(call: Call, done: Map<string, Call>): Finding | undefined {
  const { bookingId, serviceId = 'all of it' } = call.facts.request;
  const key = `${call.by} ${bookingId} ${serviceId}`;
  const before = done.get(key);
  if (!before && isTaken(call)) done.set(key, call);
  if (!before || !knew(call, before)) return undefined;
  const [first, again] = tell(before.opened.at, call.opened.at);
  return finding([before, call], {
    message: `Booking ${bookingId} (${serviceId}) was cancelled at ${first} by exchange ${before.number}, answered ${before.facts.answer.bookingStatus}, and again at ${again} by exchange ${call.number}.`,
    expected: 'One cancellation; another one only if the answer was lost and a look shows nothing of it.',
  });
}

/** One that did not reach the supplier may be tried again. */
function isTaken(call: Call): boolean {
  const { bookingStatus, label } = call.facts.answer;
  const status = statusIn(bookingStatus, label);
  return isGood(call) && (status === 'cancelled' || status === 'pending-cancellation');
}
