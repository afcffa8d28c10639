import {
  type Amount,
  assessEach,
  asWarning,
  type Call,
  defineRule,
  finding,
  isSuccess,
  type JudgeContext,
  missingInput,
  moneyText,
  onlyStepFor,
  type Ruling,
  shownMismatch,
  type Traffic,
} from '../assess/index.ts';

export const priceChangeConfirmed = defineRule({
  id: 'price-change-confirmed',
  level: 'must',
  clauses: ['flow.2', 'field.pricing-info', 'field.total-selling-price'],
  title:
    'A correct client shows the user a changed price, tax or cancellation policy, and books only if the user accepts it.',
  right: 'The price has risen and the user declines it, so the client sends no DoBooking.',
  wrong: 'The price has risen and the user declines it, but the client sends DoBooking.',
  explanation:
    'The judge compares the price, the taxes and the policies in the conditions with the earlier ones. Changed taxes or policies at the same price count only if the task says that the user declines them (`onConditionsChange`). After a Rejected booking, the price of the next one counts as changed if it differs. The judge also reads the decision of the user in the task, and shownToUser in the result.',
  needsShown: ['total'],
  judge(traffic, context) {
    if (!context.task)
      return missingInput('the rule needs a task, which says whether the user accepts another price');
    const all = traffic.of('conditions');
    const isSilent = context.result !== undefined && context.result.shownToUser?.total === undefined;
    return assessEach(
      all,
      given => judgeOne(given, traffic, context),
      isSilent && all.some(given => isSuccess(given) && priceBefore(given) !== undefined)
        ? 'a price changed, but the client does not report the price that it showed (shownToUser.total)'
        : 'no price changed',
    );
  },
});

function judgeOne(given: Call, traffic: Traffic, context: JudgeContext): Ruling {
  const { price, token } = given.facts.answer;
  if (!isSuccess(given) || !price || token === undefined) return 'not applicable';
  const booked = traffic.usersOf(token).find(({ step }) => step === 'book');
  const before = priceBefore(given) ?? (booked && rejectedPrice(booked, traffic, context));
  if (before === undefined) {
    const ruling = judgeTerms(given, booked, context);
    if (ruling !== 'not applicable') return ruling;
    return booked && !isReplaced(booked, traffic)
      ? judgeUnchanged([given, booked], price, context)
      : 'not applicable';
  }
  if (context.task?.onPriceChange === 'decline') {
    if (!booked) return undefined;
    return finding([given, booked], {
      message: `The client sent DoBooking (exchange ${booked.number}) at a new price (${before}, now ${moneyText(price)} in exchange ${given.number}), although the user declines a new price. The user would pay a price that they refused.`,
      expected: 'A correct client sends no DoBooking if the user declines the price.',
    });
  }
  return booked && !isReplaced(booked, traffic)
    ? shownMismatch([given, booked], price, context)
    : 'not applicable';
}

/** Returns whether a Rejected booking was followed by another one, so that the client showed the price of the later one. */
const isReplaced = (book: Call, traffic: Traffic): boolean =>
  [...(book.trip?.seen ?? [])].some(({ view }) =>
    [...view.services.values()].some(({ status }) => status === 'rejected'),
  ) && traffic.of('book').some(({ number, product }) => number > book.number && product === book.product);

/** Judges changed taxes or cancellation policies at an unchanged price. */
function judgeTerms(given: Call, booked: Call | undefined, { task }: JudgeContext): Ruling {
  const what = changedTerms(given);
  if (what === undefined) return 'not applicable';
  if (task?.onConditionsChange !== 'decline' || !booked) return undefined;
  return finding([given, booked], {
    message: `The client sent DoBooking (exchange ${booked.number}) although ${what} changed in exchange ${given.number}, and the task says that the user declines changed terms (onConditionsChange). The user would pay an amount that they refused.`,
    expected: 'A correct client sends no DoBooking if the user declines the new conditions.',
  });
}

/** Names the changed terms: taxes or policies that a fault changed, or that differ from earlier conditions of the offer. */
function changedTerms({ facts: { faults = [], answer }, sameBefore: earlier }: Call): string | undefined {
  if (faults.some(({ kind }) => kind === 'terms') && answer.revalidation !== 'SameRoomsFound')
    return 'the taxes or the cancellation policies';
  if (!earlier || !isSuccess(earlier) || !earlier.facts.answer.price) return undefined;
  const before = earlier.facts.answer;
  const sorted = (list: readonly object[] = []) =>
    list
      .map(one => JSON.stringify(one))
      .sort()
      .join();
  const isOther = (a?: readonly object[], b?: readonly object[]) => sorted(a) !== sorted(b);
  if (isOther(before.taxes, answer.taxes)) return 'the taxes';
  return isOther(before.policies, answer.policies) ? 'the cancellation policies' : undefined;
}

/**
 * Warns if the client showed another price although the price did not change. The shown price may include a margin of the seller.
 */
function judgeUnchanged(calls: readonly Call[], price: Amount, context: JudgeContext): Ruling {
  const found = shownMismatch(calls, price, context);
  return found === undefined || found === 'not applicable' ? 'not applicable' : asWarning(found);
}

/**
 * Describes the price of a Rejected booking, if the client books again at another price. The user agreed only to the first price
 * (decision 1).
 */
function rejectedPrice(book: Call, traffic: Traffic, { task }: JudgeContext): string | undefined {
  if (!onlyStepFor(book.product, task)) return undefined;
  const earlier = traffic
    .of('book')
    .findLast(one => one.number < book.number && one.product === book.product && isReplaced(one, traffic));
  const [then, now] = [earlier?.issuer?.facts.answer.price, book.issuer?.facts.answer.price];
  if (!then || !now || moneyText(then) === moneyText(now)) return undefined;
  return `${moneyText(then)} for the Rejected booking of exchange ${earlier?.number}`;
}

/**
 * Describes a change of the price since the Search. The exact earlier price may be unknown, because the recorded Search
 * does not contain the price of each offer.
 */
function priceBefore(given: Call): string | undefined {
  const { faults = [], answer } = given.facts;
  const isMoved = faults.some(({ kind }) => kind === 'price') && answer.revalidation !== 'SameRoomsFound';
  // A `revalidate` fault raises the price unless the fault configures another change.
  const isRevised =
    faults.some(({ kind }) => kind === 'revalidate') && answer.revalidation === 'RoomsFoundWithChanges';
  if (isMoved || isRevised) return 'changed since the Search';
  const earlier = given.sameBefore;
  if (!earlier || !isSuccess(earlier)) return undefined;
  const [then, now] = [earlier.facts.answer.price, answer.price];
  if (!then || !now || (then.value === now.value && then.currency === now.currency)) return undefined;
  return `${moneyText(then)} in exchange ${earlier.number}`;
}
