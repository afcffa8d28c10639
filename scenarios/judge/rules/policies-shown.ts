import { addDays, utcDate } from '#contracts';
import type { PolicyFacts } from '#contracts/exchange';
import {
  assessOne,
  bookedConditions,
  type Call,
  cents,
  defineRule,
  finding,
  missingInput,
  moneyText,
  type ShownPolicy,
  type ShownToUser,
} from '../assess/index.ts';

export const policiesShown = defineRule({
  id: 'policies-shown',
  level: 'must',
  clauses: ['field.pricing-info', 'field.cancellation-policies', 'date.policies'],
  title: 'A correct client shows the user the cancellation policies and the PricingInfo before it books.',
  right:
    'A cancellation from 7 December on costs 120.00 BRL, and the client shows this policy before it books.',
  wrong: 'A cancellation from 7 December on costs 120.00 BRL, but the client shows "free cancellation".',
  explanation:
    'The judge compares the conditions with cancellationPolicies and pricingInfo in shownToUser. If the client reports neither field, the verdict is not-observed.',
  needsShown: ['cancellationPolicies', 'pricingInfo'],
  judge(traffic, { result }) {
    const shown = result?.shownToUser;
    if (!shown?.cancellationPolicies && !shown?.pricingInfo)
      return missingInput('the rule needs shownToUser.cancellationPolicies or shownToUser.pricingInfo');
    // Without a DoBooking, the client may have ended before it showed anything.
    const given = traffic.of('book').length > 0 ? bookedConditions(traffic) : [];
    const [first] = given.filter(({ facts: { answer } }) => answer.policies || answer.pricing);
    if (!first) return assessOne('not applicable', 'no booked conditions had policies or PricingInfo');
    // If the client made several bookings, its result contains the conditions of only one booking.
    if (given.some(call => differenceIn(call, shown) === undefined)) return assessOne(undefined);
    const { what, wanted } = differenceIn(first, shown) ?? {};
    return assessOne(
      finding([first], {
        message: `The client showed the user ${what}, but the conditions have ${wanted} (exchange ${first.number}). The user would agree to another penalty or price.`,
        expected: `A correct client shows ${wanted} before it books.`,
      }),
    );
  },
});

/** What the client showed, and what it had to show. */
interface Difference {
  readonly what: string;
  readonly wanted: string;
}

/** Compares the shown policies and price parts with the given conditions. Fields that are not reported are skipped. */
function differenceIn(
  given: Call,
  { cancellationPolicies: shown, pricingInfo }: ShownToUser,
): Difference | undefined {
  const { policies = [] } = given.facts.answer;
  if (shown && !isSamePolicies(policies, shown, given)) {
    const penalties = shown.filter(({ Value }) => Value > 0);
    return {
      what: policyList(
        penalties.map(({ StartDate: start, EndDate: end, Value: value, Currency: currency }) => ({
          ...{ start, end, value, currency },
        })),
      ),
      wanted: policyList(policies),
    };
  }
  return pricingInfo && differenceInParts(given, pricingInfo);
}

const policyList = (policies: readonly PolicyFacts[]): string =>
  policies.length === 0
    ? 'no penalty'
    : `the penalties [${policies.map(policy => `${moneyText(policy)} from ${policy.start} to ${policy.end}`).join(', ')}]`;

/**
 * Compares two lists of policies day by day. A client may join or split windows, and may let a window start today if the window
 * has already started.
 */
function isSamePolicies(
  policies: readonly PolicyFacts[],
  shown: readonly ShownPolicy[],
  given: Call,
): boolean {
  // The comparison begins tomorrow in UTC, because the date at the destination can be a day later than in UTC.
  const today = addDays(utcDate(given.opened.at), 1);
  const bounds = [
    ...policies.flatMap(({ start, end }) => [start, end]),
    ...shown.flatMap(({ StartDate, EndDate }) => [StartDate, EndDate]),
  ].filter(isDate);
  const days = bounds.flatMap(day => [addDays(day, -1), day, addDays(day, 1)]);
  return [today, ...days.filter(day => day > today)].every(day => isSameOn(day, policies, shown));
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Compares the penalties of one day. A converted penalty that is marked as approximate can have any amount. */
function isSameOn(day: string, policies: readonly PolicyFacts[], shown: readonly ShownPolicy[]): boolean {
  const wanted = policies.filter(({ start, end }) => start <= day && day <= end);
  const found = shown.filter(
    ({ StartDate, EndDate, Value }) => StartDate <= day && day <= EndDate && Value > 0,
  );
  if (wanted.length === 0) return found.length === 0;
  return wanted.every(({ value, currency }) =>
    found.some(
      ({ Value, Currency, approximate }) =>
        approximate === true || (cents(Value) === cents(value) && Currency === currency),
    ),
  );
}

/** Compares the shown parts of the price with PricingInfo. */
function differenceInParts(
  { facts }: Call,
  { Base, Taxes, Total }: NonNullable<ShownToUser['pricingInfo']>,
): Difference | undefined {
  const { pricing, price } = facts.answer;
  if (!pricing || !price) return undefined;
  const parts = [
    { name: 'Base', shown: Base, value: pricing.base },
    { name: 'Taxes', shown: Taxes, value: pricing.taxes },
    { name: 'Total', shown: Total, value: pricing.total },
  ];
  for (const { name, shown, value } of parts) {
    if (value === undefined) continue;
    const isSame = shown && cents(shown.Value) === cents(value) && shown.Currency === price.currency;
    if (isSame) continue;
    const what = shown ? moneyText({ value: shown.Value, currency: shown.Currency }) : 'nothing';
    const wanted = `${moneyText({ value, currency: price.currency })} as PricingInfo.${name}`;
    return { what: `${what} as PricingInfo.${name}`, wanted };
  }
  return undefined;
}
