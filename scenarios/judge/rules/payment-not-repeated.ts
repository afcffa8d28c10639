import { type Call, couldKnow, isGood, isLost } from '../traffic/call.ts';
import type { Traffic } from '../traffic/index.ts';
import { looksBetween } from '../traffic/looks.ts';
import type { Trip } from '../traffic/trips.ts';
import { type Finding, finding, noCase, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';
import { tell } from './time.ts';

/** After a payment without an answer the booking says whether the card was charged (assumed, as for DoBooking). */
export const paymentNotRepeated = defineRule({
  id: 'payment-not-repeated',
  level: 'should',
  clauses: ['flow.3', 'svc.3'],
  title: 'Looks the booking up before it pays again after a payment whose answer was lost.',
  judge: traffic =>
    overEach(traffic.trips, trip => judgeOne(trip, traffic), 'no answer of a payBooking was lost'),
});

function judgeOne({ events }: Trip, traffic: Traffic): Finding[] | typeof noCase {
  const pays = events.flatMap(({ call }) => (call.step === 'pay' ? [call] : []));
  if (!pays.some(isLost)) return noCase;
  const looks = events.flatMap(({ call }) => (call.step === 'look' && isGood(call) ? [call.number] : []));
  let next = 0;
  return pays.flatMap((pay, index) => {
    const earlier = pays[index - 1];
    if (!earlier || !isLost(earlier) || !couldKnow(pay, earlier)) return [];
    while ((looks[next] ?? Number.POSITIVE_INFINITY) <= earlier.number) next += 1;
    const looked =
      (looks[next] ?? Number.POSITIVE_INFINITY) < pay.number ||
      looksBetween(earlier, pay, traffic).some(call => call.step === 'list' && isGood(call));
    return looked ? [] : [describe(earlier, pay)];
  });
}

function describe(earlier: Call, pay: Call): Finding {
  const [lost, again] = tell(earlier.opened.at, pay.opened.at);
  return finding([earlier, pay], {
    message: `The answer to payBooking at ${lost} (exchange ${earlier.number}) was lost; exchange ${pay.number} pays again at ${again} without a look at booking ${pay.facts.request.bookingId}.`,
    expected: 'GetBookingDetail, and another payBooking only if its Payments show no charge.',
  });
}
