import { isFinal } from '../booking-status.ts';
import { type Finding, finding, noCase, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';
import { tell } from './time.ts';
import { type Call, isGood, knew } from './traffic/call.ts';
import type { Sight, Trip } from './traffic/trips.ts';

/** One look can be for the reasons; more of them are polling. */
const allowed = 1;

/** What was rejected stays so: nobody asks about it again and again. */
export const rejectedIsFinal = defineRule({
  id: 'rejected-is-final',
  level: 'must',
  clauses: ['poll.rejected', 'status.rejeitado'],
  title: 'Stops asking about a booking that was Rejected.',
  judge: ({ trips }) => overEach(trips, judgeTrip, 'no booking was Rejected'),
});

/** Whether nothing of a booking stands, because it was rejected. */
export function isRejected({ services }: Sight): boolean {
  const all = [...services.values()];
  return all.some(({ status }) => status === 'rejected') && all.every(({ status }) => isFinal(status));
}

function judgeTrip({ id, events }: Trip): Finding | typeof noCase | undefined {
  let rejected: Call | undefined;
  let isCase = false;
  let looks: Call[] = [];
  for (const { call, sight } of events) {
    const isRead = call.step === 'look' && isGood(call);
    if (rejected && isRead && knew(call, rejected)) looks.push(call);
    if (!sight) continue;
    const isEnd = sight.isSure && isRejected(sight);
    // What is added to a trip brings it back to life.
    if (!isEnd) [rejected, looks] = [undefined, []];
    else rejected ??= call;
    isCase ||= sight.isSure && [...sight.services.values()].some(({ status }) => status === 'rejected');
    if (rejected && looks.length > allowed) break;
  }
  if (!isCase) return noCase;
  if (!rejected || looks.length <= allowed) return undefined;
  const [seen, last] = tell(rejected.opened.at, (looks.at(-1) ?? rejected).opened.at);
  return finding([rejected, ...looks], {
    message: `Booking ${id} was Rejected at ${seen} (exchange ${rejected.number}); it was asked about ${looks.length} times more, last at ${last}.`,
    expected: 'No polling: Rejected is final, and a new booking carries no risk of a penalty.',
  });
}
