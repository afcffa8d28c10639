import {
  type Call,
  defineRule,
  type Finding,
  finding,
  formatTime,
  hasSeen,
  isBefore,
  isSuccess,
  type JudgeContext,
  lastSeen,
  type Ruling,
  type Trip,
  warnUnlessOneTask,
} from '../assess/index.ts';

export const prepaymentPaid = defineRule({
  id: 'prepayment-paid',
  level: 'must',
  clauses: ['svc.3', 'field.is-prepayment', 'status.aguardando'],
  title:
    'A correct client pays a prepaid booking with payBooking and an offered PaymentConditionId, and pays again only after Declined.',
  right:
    'IsPrePayment is true in the conditions. The client sends DoBooking, and then payBooking with an offered PaymentConditionId.',
  wrong:
    'IsPrePayment is true in the conditions, but the client sends no payBooking, or a PaymentConditionId that was never offered.',
  explanation:
    'The judge compares each prepaid booking with its payments. At most one payment may be approved or open.',
  cases: traffic => traffic.trips.filter(trip => prepaidOf(trip).length > 0),
  nothing: 'no prepaid offer was booked',
  judgeCase(trip, context) {
    const pays = paysOf(trip);
    if (pays.length === 0) return judgeUnpaid(trip, context);
    return [...foreignConditions(trip, pays), ...paidTwice(pays)];
  },
});

/** The maximum number of exchanges or ids that a finding lists. */
const maxShown = 5;

/** Returns the successful DoBooking calls of prepaid offers. */
const prepaidOf = ({ events }: Trip): Call[] =>
  events.flatMap(({ call }) =>
    call.step === 'book' && call.issuer?.facts.answer.prePayment === true && isSuccess(call) ? [call] : [],
  );

const paysOf = ({ events }: Trip): Call[] =>
  events.flatMap(({ call }) => (call.step === 'pay' ? [call] : []));

/** Judges a prepaid booking for which the client sent no payBooking. */
function judgeUnpaid(trip: Trip, context: JudgeContext): Ruling {
  const { closedAt, result, task } = context;
  const last = lastSeen(trip);
  const isWaiting =
    last?.view.isSure === true &&
    [...last.view.services.values()].some(({ status }) => status === 'awaiting-payment');
  const hasCard = task?.steps.some(step => step.do === 'book' && step.payment) ?? true;
  const isOver = result ? result.outcome === 'confirmed' : closedAt !== undefined;
  if (!last || !isWaiting || !hasCard || !isOver) return 'not applicable';
  const found = finding([...prepaidOf(trip), last.by], {
    message: `The client sent no payBooking for booking ${trip.id}, which is prepaid and waits for its payment (exchange ${last.by.number}). The supplier releases an unpaid booking.`,
    expected:
      'A correct client sends payBooking with a PaymentConditionId from the conditions of the booking.',
  });
  return [warnUnlessOneTask(found, context)];
}

function foreignConditions(trip: Trip, pays: readonly Call[]): Finding[] {
  const books = trip.events.flatMap(({ call }) => (call.step === 'book' ? [call] : []));
  // If the conditions were not recorded, the judge does not know the offered PaymentConditionIds.
  if (books.some(({ issuer }) => issuer === undefined)) return [];
  const offered = new Set(books.flatMap(({ issuer }) => issuer?.facts.answer.paymentConditions ?? []));
  const prepaid = prepaidOf(trip).slice(0, maxShown);
  const words = [...offered].slice(0, maxShown).join(', ') || 'none';
  return pays.flatMap(pay => {
    const { condition = 'none' } = pay.facts.request.payment ?? {};
    if (offered.has(condition)) return [];
    return finding([...prepaid, pay], {
      message: `The client sent payBooking (exchange ${pay.number}) with PaymentConditionId "${condition}", but the conditions offered ${words}. The supplier rejects a condition that it did not offer.`,
      expected:
        'A correct client sends a PaymentConditionId from the PaymentConditions of GetBookingConditions.',
    });
  });
}

/** Finds a repeated payment after an approved or undecided payment. After a declined payment, a client may try again. */
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
      message: `The client paid again at ${second} (exchange ${pay.number}), although payBooking at ${first} (exchange ${earlier.number}) ${how}. The card may be charged twice.`,
      expected: 'A correct client sends a second payBooking only after the first one returned Declined.',
    });
  });
}

/** Returns the part of a PaymentConditionId that is common to all instalment plans of an offer. */
const serviceOf = (condition: string): string => condition.replace(/-\d+$/, '');

function hasTaken(pay: Call): boolean {
  const { paymentStatus, errors } = pay.facts.answer;
  return isSuccess(pay) && !errors && (paymentStatus === 'Approved' || paymentStatus === 'Pending');
}
