import {
  assessOne,
  bookedConditions,
  cents,
  defineRule,
  finding,
  isSuccess,
  missingInput,
} from '../assess/index.ts';

export const penaltyShown = defineRule({
  id: 'penalty-shown',
  level: 'must',
  clauses: ['status.cancelado', 'field.cancellation-policies'],
  title: 'A correct client shows the user the penalty before it cancels a booking.',
  right: 'The client shows a penalty of 120.00 BRL, and sends CancelBooking after the user accepts it.',
  wrong: 'The client shows a free cancellation, but the supplier charges a penalty of 120.00 BRL.',
  explanation:
    'The judge compares the Penalty in the answer to the cancellation with shownToUser.penalty. Without shownToUser.penalty, the verdict is not-observed.',
  needsShown: ['penalty'],
  judge(traffic, { result }) {
    const shown = result?.shownToUser?.penalty;
    if (!shown) return missingInput('the rule needs shownToUser.penalty in the result');
    const due = traffic.of('cancel').flatMap(call => {
      const { penalty = 0 } = call.facts.answer;
      return isSuccess(call) && penalty > 0 ? [{ call, penalty }] : [];
    });
    const [first] = due;
    if (!first) return assessOne('not applicable', 'no cancellation had a penalty');
    const currencies = bookedConditions(traffic).flatMap(({ facts }) => facts.answer.price?.currency ?? []);
    const isKnown = currencies.length === 0 || currencies.includes(shown.Currency);
    // If the client made several cancellations, its result contains the penalty of only one cancellation.
    const isSame = due.some(({ penalty }) => cents(penalty) === cents(shown.Value)) && isKnown;
    if (isSame || shown.approximate) return assessOne(undefined);
    return assessOne(
      finding([first.call], {
        message: `The client showed the user a penalty of ${shown.Value} ${shown.Currency}, but the cancellation costs ${first.penalty} ${currencies[0] ?? ''} (exchange ${first.call.number}). The user would pay a penalty that they did not accept.`,
        expected:
          'A correct client reads the policy for the day of the cancellation, and shows its penalty first.',
      }),
    );
  },
});
