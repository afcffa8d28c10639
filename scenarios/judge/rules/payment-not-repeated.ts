import {
  type Call,
  couldHaveSeen,
  defineRule,
  type Finding,
  finding,
  formatTime,
  isLost,
  isSuccess,
  looksBetween,
} from '../assess/index.ts';

export const paymentNotRepeated = defineRule({
  id: 'payment-not-repeated',
  level: 'should',
  clauses: ['flow.3', 'svc.3'],
  title: 'A correct client looks up the booking before it repeats a payment whose answer was lost.',
  right:
    'The answer to payBooking is lost. The client sends GetBookingDetail and sees that the booking is paid.',
  wrong: 'The answer to payBooking is lost, and the client sends payBooking again at once.',
  explanation:
    'The judge reads the look-ups after each payment without an answer. The specification requires such look-ups only for DoBooking, so a finding is a warning.',
  cases: traffic => traffic.trips,
  nothing: 'no answer to a payBooking was lost',
  judgeCase({ events }, _, traffic) {
    const pays = events.flatMap(({ call }) => (call.step === 'pay' ? [call] : []));
    if (!pays.some(isLost)) return 'not applicable';
    const looks = events.flatMap(({ call }) =>
      call.step === 'look' && isSuccess(call) ? [call.number] : [],
    );
    let next = 0;
    return pays.flatMap((pay, index) => {
      const earlier = pays[index - 1];
      if (!earlier || !isLost(earlier) || !couldHaveSeen(pay, earlier)) return [];
      while ((looks[next] ?? Number.POSITIVE_INFINITY) <= earlier.number) next += 1;
      const looked =
        (looks[next] ?? Number.POSITIVE_INFINITY) < pay.number ||
        looksBetween(earlier, pay, traffic).some(call => call.step === 'list' && isSuccess(call));
      return looked ? [] : [describe(earlier, pay)];
    });
  },
});

function describe(earlier: Call, pay: Call): Finding {
  const [lost, again] = formatTime(earlier.opened.at, pay.opened.at);
  return finding([earlier, pay], {
    message: `The client paid booking ${pay.facts.request.bookingId} again at ${again} (exchange ${pay.number}) without a look-up, although the answer to payBooking at ${lost} (exchange ${earlier.number}) was lost. The card may be charged twice.`,
    expected:
      'A correct client sends GetBookingDetail, and another payBooking only if its Payments show no charge.',
  });
}
