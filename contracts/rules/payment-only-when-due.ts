import { finding, noCase, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';
import { type Call, isGood } from './traffic/call.ts';

/** The card operation is for what is prepaid; what CanPayLater false asks for at booking may take it, too (decision 8). */
export const paymentOnlyWhenDue = defineRule({
  id: 'payment-only-when-due',
  level: 'should',
  clauses: ['svc.3'],
  title: 'Calls payBooking for prepaid bookings alone.',
  judge: traffic =>
    overEach(
      [...traffic.of('book'), ...traffic.of('pay')],
      call => (call.step === 'pay' ? judgeOne(call) : isUndue(call)),
      'nothing was booked that is not prepaid',
    ),
});

/** A booking of what is not prepaid shows it, too: no payBooking came, or that is judged by itself. */
const isUndue = (book: Call): typeof noCase | undefined =>
  isGood(book) && book.issuer?.facts.answer.prePayment === false ? undefined : noCase;

function judgeOne(pay: Call) {
  const { condition } = pay.facts.request.payment ?? {};
  const books = (pay.trip?.events ?? []).flatMap(({ call }) => (call.step === 'book' ? [call] : []));
  const given = books.map(({ issuer }) => issuer?.facts.answer);
  const own = given.filter(answer => answer?.paymentConditions?.includes(condition ?? ''));
  const offers = own.length > 0 ? own : given;
  // Of what nobody recorded, nobody knows whether it is due.
  const isDue = offers.some(answer => answer?.prePayment !== false || answer.payLater === false);
  if (offers.length === 0) return noCase;
  if (isDue || wasAskedFor(pay)) return undefined;
  return finding([...books, pay], {
    message: `payBooking by exchange ${pay.number} for booking ${pay.facts.request.bookingId}, whose conditions said IsPrePayment false and CanPayLater true.`,
    expected: 'No payBooking.',
  });
}

/** Whether the booking itself said that it waits for a payment. */
const wasAskedFor = ({ trip, number }: Call): boolean =>
  trip?.events.some(
    ({ call, sight }) =>
      call.number < number &&
      sight !== undefined &&
      [...sight.services.values()].some(({ status }) => status === 'awaiting-payment'),
  ) ?? false;
