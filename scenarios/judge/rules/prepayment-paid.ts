import {
  type Call,
  defineRule,
  type Finding,
  finding,
  formatTime,
  hasSeen,
  ifOneTask,
  isBefore,
  isGood,
  type JudgeContext,
  lastSeen,
  type Ruling,
  type Trip,
} from '../assess/index.ts';

/** What is prepaid is paid, by an offered way, and once. */
export const prepaymentPaid = defineRule({
  id: 'prepayment-paid',
  level: 'must',
  clauses: ['svc.3', 'field.is-prepayment', 'status.aguardando'],
  title:
    'Pays a prepaid booking through payBooking under a PaymentConditionId it was offered, and tries again only after Declined.',
  right: 'IsPrePayment true: DoBooking, then payBooking with a PaymentConditionId of the conditions.',
  wrong: 'IsPrePayment true and no payBooking; or one under a condition that was never offered.',
  explanation: 'each prepaid booking and its payments: one approved or unanswered at most',
  cases: traffic => traffic.trips.filter(trip => prepaidOf(trip).length > 0),
  nothing: 'nothing prepaid was booked',
  judgeCase(trip, context) {
    const pays = paysOf(trip);
    if (pays.length === 0) return judgeUnpaid(trip, context);
    return [...foreignConditions(trip, pays), ...paidTwice(pays)];
  },
});

/** More of them prove no more. */
const shown = 5;

/** The DoBookings of prepaid offers. */
const prepaidOf = ({ events }: Trip): Call[] =>
  events.flatMap(({ call }) =>
    call.step === 'book' && call.issuer?.facts.answer.prePayment === true && isGood(call) ? [call] : [],
  );

const paysOf = ({ events }: Trip): Call[] =>
  events.flatMap(({ call }) => (call.step === 'pay' ? [call] : []));

/** It waits for a card that never came. */
function judgeUnpaid(trip: Trip, context: JudgeContext): Ruling {
  const { closedAt, result, task } = context;
  const last = lastSeen(trip);
  const isWaiting =
    last?.sight.isSure === true &&
    [...last.sight.services.values()].some(({ status }) => status === 'awaiting-payment');
  const hasCard = task?.steps.some(step => step.do === 'book' && step.payment) ?? true;
  const isOver = result ? result.outcome === 'confirmed' : closedAt !== undefined;
  if (!last || !isWaiting || !hasCard || !isOver) return 'not applicable';
  const told = finding([...prepaidOf(trip), last.by], {
    message: `Booking ${trip.id} is prepaid and waits for its payment (exchange ${last.by.number}); no payBooking came.`,
    expected: 'payBooking with a PaymentConditionId of its conditions.',
  });
  return [ifOneTask(told, context)];
}

function foreignConditions(trip: Trip, pays: readonly Call[]): Finding[] {
  const books = trip.events.flatMap(({ call }) => (call.step === 'book' ? [call] : []));
  // Of a service whose conditions nobody recorded, nobody knows what was offered.
  if (books.some(({ issuer }) => issuer === undefined)) return [];
  const offered = new Set(books.flatMap(({ issuer }) => issuer?.facts.answer.paymentConditions ?? []));
  const prepaid = prepaidOf(trip).slice(0, shown);
  const words = [...offered].slice(0, shown).join(', ') || 'none';
  return pays.flatMap(pay => {
    const { condition = 'none' } = pay.facts.request.payment ?? {};
    if (offered.has(condition)) return [];
    return finding([...prepaid, pay], {
      message: `payBooking by exchange ${pay.number} under PaymentConditionId "${condition}"; offered were ${words}.`,
      expected: 'A PaymentConditionId out of the PaymentConditions of GetBookingConditions.',
    });
  });
}

/** Paid again although a payment was taken or under way; after Declined it may be tried again. */
function paidTwice(pays: readonly Call[]): Finding[] {
  const before = new Map<string, Call>();
  return pays.flatMap(pay => {
    const { condition = '' } = pay.facts.request.payment ?? {};
    const service = serviceOf(condition);
    const earlier = before.get(service);
    const isTaken = earlier !== undefined && hasTaken(earlier) && hasSeen(pay, earlier);
    const isUnderWay =
      earlier !== undefined && (earlier.ended === undefined || isBefore(pay.opened, earlier.ended));
    if (!isTaken) before.set(service, pay);
    if (!earlier || !(isTaken || isUnderWay)) return [];
    const [first, second] = formatTime(earlier.opened.at, pay.opened.at);
    const how = isTaken ? `was answered ${earlier.facts.answer.paymentStatus}` : 'had no answer yet';
    return finding([earlier, pay], {
      message: `payBooking at ${first} by exchange ${earlier.number} ${how}; exchange ${pay.number} pays again at ${second}.`,
      expected: 'One payBooking, and another one only after Declined.',
    });
  });
}

/** Ids of one offer differ in the instalments behind their last hyphen. */
const serviceOf = (condition: string): string => condition.replace(/-\d+$/, '');

function hasTaken(pay: Call): boolean {
  const { paymentStatus, errors } = pay.facts.answer;
  return isGood(pay) && !errors && (paymentStatus === 'Approved' || paymentStatus === 'Pending');
}
