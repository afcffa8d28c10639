import {
  type Amount,
  asWarning,
  type Call,
  defineRule,
  finding,
  isGood,
  type JudgeContext,
  missingInput,
  moneyText,
  overEach,
  type Ruling,
  shownMismatch,
  type Traffic,
} from '../assess/index.ts';

/** A price that changed is shown, and nothing is booked when the user declines it. */
export const priceChangeConfirmed = defineRule({
  id: 'price-change-confirmed',
  level: 'must',
  clauses: ['flow.2', 'field.pricing-info', 'field.total-selling-price'],
  title: 'Shows the user a TotalSellingPrice that changed and books only with the consent given to it.',
  right: 'The conditions are dearer, the user is asked and declines: no DoBooking.',
  wrong: 'The conditions are dearer, the user declines, and DoBooking is sent all the same.',
  explanation:
    'the price of the conditions against that of the Search, what the task says of the user, and what the client reports to have shown',
  needsShown: true,
  judge(traffic, context) {
    if (!context.task)
      return missingInput('it takes a task, which says whether the user accepts another price');
    const all = traffic.of('conditions');
    const isSilent = context.result !== undefined && context.result.shownToUser?.total === undefined;
    return overEach(
      all,
      given => judgeOne(given, traffic, context),
      isSilent && all.some(given => isGood(given) && priceBefore(given) !== undefined)
        ? 'a price differed from the one before, and the client does not report what it showed (shownToUser.total)'
        : 'no price differed from the one before',
    );
  },
});

function judgeOne(given: Call, traffic: Traffic, context: JudgeContext): Ruling {
  const { price, token } = given.facts.answer;
  const before = priceBefore(given);
  if (!isGood(given) || !price || token === undefined) return 'not applicable';
  const booked = traffic.usersOf(token).find(({ step }) => step === 'book');
  if (before === undefined)
    return booked ? otherwiseShown([given, booked], price, context) : 'not applicable';
  if (context.task?.onPriceChange === 'decline') {
    if (!booked) return undefined;
    return finding([given, booked], {
      message: `Exchange ${given.number} gave another price (${before}, now ${moneyText(price)}), which the user declines; exchange ${booked.number} books all the same.`,
      expected: 'No DoBooking.',
    });
  }
  return booked ? shownMismatch([given, booked], price, context) : 'not applicable';
}

/** A price that nobody changed and that the user saw otherwise: a margin of the seller may be in it. */
function otherwiseShown(calls: readonly Call[], price: Amount, context: JudgeContext): Ruling {
  const found = shownMismatch(calls, price, context);
  return found === undefined || found === 'not applicable' ? 'not applicable' : asWarning(found);
}

/** What the price was before, in words, where it changed: facts of a Search do not say what each offer costs. */
function priceBefore(given: Call): string | undefined {
  const { faults = [], answer } = given.facts;
  const isMoved = faults.some(({ kind }) => kind === 'price') && answer.revalidation !== 'SameRoomsFound';
  // Rooms that are to be found with changes cost more where nobody says what else has changed.
  const isRevised =
    faults.some(({ kind }) => kind === 'revalidate') && answer.revalidation === 'RoomsFoundWithChanges';
  if (isMoved || isRevised) return 'that of the Search before';
  const earlier = given.sameBefore;
  if (!earlier || !isGood(earlier)) return undefined;
  const [then, now] = [earlier.facts.answer.price, answer.price];
  if (!then || !now || (then.value === now.value && then.currency === now.currency)) return undefined;
  return `${moneyText(then)} by exchange ${earlier.number}`;
}
