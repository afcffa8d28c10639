import type { AnswerFacts } from '#contracts/exchange';
import { once } from '#contracts/util';
import { type Call, defineRule, finding, isGood, overEach, type Ruling, type Trip } from '../assess/index.ts';

/** The card operation is for what is prepaid; what CanPayLater false asks for at booking may take it, too (decision 4). */
export const paymentOnlyWhenDue = defineRule({
  id: 'payment-only-when-due',
  level: 'should',
  clauses: ['svc.3'],
  title: 'Calls payBooking for prepaid bookings alone.',
  right: 'IsPrePayment false: no payBooking.',
  wrong: 'payBooking for a room that is not prepaid and may be paid later.',
  explanation: 'each payBooking against the flags of what was booked',
  judge(traffic) {
    const due = new Map(traffic.trips.map(trip => [trip, once(() => readDue(trip))]));
    return overEach(
      [...traffic.of('book'), ...traffic.of('pay')],
      call => {
        if (call.step !== 'pay') return isUndue(call);
        const read = call.trip && due.get(call.trip);
        return read ? judgeOne(call, read()) : 'not applicable';
      },
      'nothing was booked that is not prepaid',
    );
  },
});

/** A booking of what is not prepaid shows it, too: no payBooking came, or that is judged by itself. */
const isUndue = (book: Call): Ruling =>
  isGood(book) && book.issuer?.facts.answer.prePayment === false ? undefined : 'not applicable';

function judgeOne(pay: Call, { books, offersUnder, askedBy }: Due) {
  const offers = offersUnder(pay.facts.request.payment?.condition ?? '');
  // Of what nobody recorded, nobody knows whether it is due.
  const isDue = offers.some(answer => answer?.prePayment !== false || answer.payLater === false);
  if (offers.length === 0) return 'not applicable';
  if (isDue || askedBy < pay.number) return undefined;
  return finding([...books.slice(0, shown), pay], {
    message: `payBooking by exchange ${pay.number} for booking ${pay.facts.request.bookingId}, whose conditions said IsPrePayment false and CanPayLater true.`,
    expected: 'No payBooking.',
  });
}

/** More DoBookings of one booking prove no more. */
const shown = 5;

/** What the payments of a booking are judged by: read once, however many there are. */
interface Due {
  readonly books: readonly Call[];
  /** The conditions that offered an id; all that were booked by where none did. */
  offersUnder(condition: string): readonly (AnswerFacts | undefined)[];
  /** The number of the first call that showed it waiting for a payment. */
  readonly askedBy: number;
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
  const asking = seen.find(({ sight }) =>
    [...sight.services.values()].some(({ status }) => status === 'awaiting-payment'),
  );
  return {
    books,
    offersUnder: condition => byCondition.get(condition) ?? given,
    askedBy: asking?.by.number ?? Number.POSITIVE_INFINITY,
  };
}
