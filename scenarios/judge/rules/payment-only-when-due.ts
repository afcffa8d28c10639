import type { AnswerFacts } from '#contracts/exchange';
import { once } from '#contracts/util';
import {
  assessEach,
  type Call,
  defineRule,
  finding,
  isSuccess,
  type Ruling,
  type Trip,
} from '../assess/index.ts';

export const paymentOnlyWhenDue = defineRule({
  id: 'payment-only-when-due',
  level: 'should',
  clauses: ['svc.3'],
  title: 'A correct client sends payBooking only for a booking that must be paid in advance.',
  right: 'IsPrePayment is false in the conditions, and the client sends no payBooking.',
  wrong: 'The client sends payBooking for a room that is not prepaid and can be paid later.',
  explanation:
    'The judge compares each payBooking with IsPrePayment and CanPayLater in the conditions of the booking.',
  judge(traffic) {
    const due = new Map(traffic.trips.map(trip => [trip, once(() => readDue(trip))]));
    return assessEach(
      [...traffic.of('book'), ...traffic.of('pay')],
      call => {
        if (call.step !== 'pay') return judgeNotDue(call);
        const read = call.trip && due.get(call.trip);
        return read ? judgeOne(call, read()) : 'not applicable';
      },
      'no booking was without prepayment',
    );
  },
});

/** Returns a pass for a booking that is not prepaid. The function `judgeOne` judges each payBooking. */
const judgeNotDue = (book: Call): Ruling =>
  isSuccess(book) && book.issuer?.facts.answer.prePayment === false ? undefined : 'not applicable';

function judgeOne(pay: Call, { books, offersUnder, dueSince }: Due) {
  const offers = offersUnder(pay.facts.request.payment?.condition ?? '');
  // If the conditions were not recorded, the payment may be due.
  const isDue = offers.some(answer => answer?.prePayment !== false || answer.payLater === false);
  if (offers.length === 0) return 'not applicable';
  if (isDue || dueSince < pay.number) return undefined;
  return finding([...books.slice(0, maxShown), pay], {
    message: `The client sent payBooking (exchange ${pay.number}) for booking ${pay.facts.request.bookingId}, whose conditions have IsPrePayment false and CanPayLater true. The traveller may have to pay a second time at the hotel.`,
    expected: 'A correct client sends no payBooking for such a booking.',
  });
}

/** The maximum number of DoBooking calls that a finding lists. */
const maxShown = 5;

/** The calls and conditions that show whether a payment for a booking is due. */
interface Due {
  readonly books: readonly Call[];
  /**
   * Returns the conditions that offered a PaymentConditionId. If no conditions offered this id, returns all conditions of the
   * booking.
   */
  offersUnder(condition: string): readonly (AnswerFacts | undefined)[];
  /** The number of the first exchange in which the booking waits for a payment. */
  readonly dueSince: number;
}

function readDue({ events, seen }: Trip): Due {
  const books = events.flatMap(({ call }) => (call.step === 'book' ? [call] : []));
  const given = books.map(({ issuer }) => issuer?.facts.answer);
  const byCondition = new Map<string, AnswerFacts[]>();
  for (const answer of given)
    for (const condition of answer?.paymentConditions ?? []) {
      const same = byCondition.get(condition);
      if (answer && same) same.push(answer);
      else if (answer) byCondition.set(condition, [answer]);
    }
  const asking = seen.find(({ view }) =>
    [...view.services.values()].some(({ status }) => status === 'awaiting-payment'),
  );
  return {
    books,
    offersUnder: condition => byCondition.get(condition) ?? given,
    dueSince: asking?.by.number ?? Number.POSITIVE_INFINITY,
  };
}
