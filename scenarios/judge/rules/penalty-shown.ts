import { addDays, utcDate } from '#contracts';
import {
  type Assessment,
  assessOne,
  bookedConditions,
  type Call,
  cents,
  defineRule,
  finding,
  isSuccess,
  missingInput,
  type ShownToUser,
  statusIn,
  type Traffic,
} from '../assess/index.ts';

export const penaltyShown = defineRule({
  id: 'penalty-shown',
  level: 'must',
  clauses: ['status.cancelado', 'field.cancellation-policies'],
  title: 'A correct client shows the user the penalty before it cancels a booking.',
  right: 'The client shows a penalty of 120.00 BRL, and sends CancelBooking after the user accepts it.',
  wrong: 'The client shows a free cancellation, but the supplier charges a penalty of 120.00 BRL.',
  explanation:
    "The judge compares the Penalty in the answer to the cancellation with shownToUser.penalty. The client's clock can be up to two days ahead of the sandbox, so the penalty of a neighbouring day is allowed too. Without shownToUser.penalty, the verdict is not-observed.",
  needsShown: ['penalty'],
  judge(traffic, { result }) {
    const shown = result?.shownToUser?.penalty;
    if (!shown) return missingInput('the rule needs shownToUser.penalty in the result');
    const due = traffic.of('cancel').flatMap(call => {
      const { penalty = 0 } = call.facts.answer;
      return isSuccess(call) && penalty > 0 ? [{ call, penalty }] : [];
    });
    const [first] = due;
    if (!first) return judgeFree(traffic, shown);
    const currencies = bookedConditions(traffic).flatMap(({ facts }) => facts.answer.price?.currency ?? []);
    const isKnown = currencies.length === 0 || currencies.includes(shown.Currency);
    // If the client made several cancellations, its result contains the penalty of only one cancellation.
    const isSame = due.some(({ penalty }) => cents(penalty) === cents(shown.Value)) && isKnown;
    const isNearby = bookedConditions(traffic).some(({ facts }) =>
      facts.answer.policies?.some(
        ({ value, currency, start, end }) =>
          cents(value) === cents(shown.Value) &&
          currency === shown.Currency &&
          isNear(first.call, start, end),
      ),
    );
    if (isSame || isNearby || shown.approximate) return assessOne(undefined);
    return assessOne(
      finding([first.call], {
        message: `The client showed the user a penalty of ${shown.Value} ${shown.Currency}, but the cancellation costs ${first.penalty} ${currencies[0] ?? ''} (exchange ${first.call.number}). The user would pay a penalty that they did not accept.`,
        expected:
          'A correct client reads the policy for the day of the cancellation, and shows its penalty first.',
      }),
    );
  },
});

/** Judges a penalty that the client showed although each cancellation was free. */
function judgeFree(traffic: Traffic, shown: NonNullable<ShownToUser['penalty']>): Assessment {
  const [free] = traffic
    .of('cancel')
    .filter(call => isSuccess(call) && statusIn(call.facts.answer.bookingStatus) === 'cancelled');
  if (!free) return assessOne('not applicable', 'no cancellation succeeded');
  const isNearby = bookedConditions(traffic).some(({ facts }) =>
    facts.answer.policies?.some(
      ({ value, start, end }) => cents(value) === cents(shown.Value) && isNear(free, start, end),
    ),
  );
  if (cents(shown.Value) === 0 || isNearby || shown.approximate) return assessOne(undefined);
  return assessOne(
    finding([free], {
      message: `The client showed the user a penalty of ${shown.Value} ${shown.Currency}, but the cancellation was free (exchange ${free.number}). The user would keep a booking that could be cancelled without cost.`,
      expected:
        'A correct client reads the policy for the day of the cancellation, and shows its penalty first.',
    }),
  );
}

/**
 * Whether a policy applies within a day before and two days after a call. A client reads the day from its own clock, and
 * `run` starts the clock of a sandbox on the day before.
 */
const isNear = ({ opened }: Call, start: string, end: string): boolean => {
  const day = utcDate(opened.at);
  return start <= addDays(day, 2) && end >= addDays(day, -1);
};
