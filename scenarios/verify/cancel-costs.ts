import type { JsonObject } from '#contracts/util';
import type { MadeBooking } from './compare/index.ts';
import { tellErrors } from './error-words.ts';
import { amountIn } from './price.ts';

/** What is to be said of a cancellation besides that it was one; nothing where it was free and smooth. */
export type Costs = Pick<MadeBooking, 'penalty' | 'warning'>;

/**
 * What cancelling came to cost, and what went wrong with it, in all the answers of CancelBooking.
 *
 * @param withErrors whether Errors[] say something here
 * @example costsOf([{ Penalty: { Value: 120, Currency: 'BRL' } }], { withErrors: true }).warning // 'with a penalty of 120 BRL'
 */
export function costsOf(answers: readonly JsonObject[], { withErrors }: { withErrors: boolean }): Costs {
  const penalties = answers.map(({ Penalty }) => Penalty).filter(isSome);
  const amounts = penalties.map(amountIn);
  const penalty = amounts.find(amount => amount !== undefined && amount.value > 0);
  const errors = withErrors ? answers.flatMap(({ Errors }) => (Array.isArray(Errors) ? Errors : [])) : [];
  const told = [
    ...(penalty
      ? [`with a penalty of ${penalty.value} ${penalty.currency ?? 'in a currency not told'}`]
      : []),
    ...(!penalty && amounts.includes(undefined) ? ['with a penalty that cannot be read'] : []),
    ...(errors.length > 0 ? [`with Errors[] of CancelBooking: ${tellErrors(errors)}`] : []),
  ];
  if (told.length === 0) return {};
  return { warning: told.join(', and '), ...(penalty && { penalty }) };
}

const isSome = (value: unknown): boolean => value !== undefined && value !== null;
