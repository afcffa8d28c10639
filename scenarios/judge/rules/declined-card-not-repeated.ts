import {
  type Call,
  defineRule,
  finding,
  formatTime,
  hasSeen,
  isSuccess,
  warnUnlessOneTask,
} from '../assess/index.ts';

export const declinedCardNotRepeated = defineRule({
  id: 'declined-card-not-repeated',
  level: 'must',
  clauses: ['svc.3', 'status.aguardando'],
  title: 'A correct client does not send a card again unchanged after payBooking returned Declined.',
  right: 'payBooking returns Declined, and the client asks its user for another card.',
  wrong: 'payBooking returns Declined, and the client sends the same card again.',
  explanation:
    'The judge compares the cards of all payments of one booking by a mark, which does not contain the card number. A payment with another number, date, security code, holder or PaymentConditionId is allowed.',
  cases: ({ trips }) => trips,
  nothing: 'no payment of a booking was declined',
  judgeCase({ id, events }, context) {
    const declined = new Map<string, Call>();
    const findings = events.flatMap(({ call }) => {
      const key = call.step === 'pay' ? keyOf(call) : undefined;
      if (key === undefined) return [];
      const earlier = declined.get(key);
      if (!earlier && isDeclined(call)) declined.set(key, call);
      if (!earlier || !hasSeen(call, earlier)) return [];
      const [first, again] = formatTime(earlier.opened.at, call.opened.at);
      const found = finding([earlier, call], {
        message: `The client sent a card that ends in ${call.facts.request.payment?.card?.last4} again for booking ${id} at ${again} (exchange ${call.number}), although this card was declined at ${first} (exchange ${earlier.number}). A bank can block a card after repeated attempts.`,
        expected: 'A correct client reports "payment-declined", or asks its user for another card.',
      });
      return warnUnlessOneTask(found, context);
    });
    return declined.size === 0 ? 'not applicable' : findings;
  },
});

/** Returns a key for comparing payments, or undefined if the record does not show which card was used. */
function keyOf({ facts: { request } }: Call): string | undefined {
  const { card, condition } = request.payment ?? {};
  return card?.mark === undefined ? undefined : `${card.mark} ${condition}`;
}

const isDeclined = (call: Call): boolean => isSuccess(call) && call.facts.answer.paymentStatus === 'Declined';
