import type { Call } from '../traffic/call.ts';
import type { JudgeContext } from './context.ts';
import { type Amount, cents, moneyText } from './money.ts';
import { type Finding, finding, noCase } from './opinion.ts';

/**
 * Whether the user was shown the price that was booked: undefined where the client says so, no case where it does not say.
 * Of several bookings a client reports one price only.
 */
export function shownMismatch(
  calls: readonly Call[],
  price: Amount,
  { result, task }: JudgeContext,
): Finding | typeof noCase | undefined {
  const shown = result?.shownToUser?.total;
  const bookings = task?.steps.filter(step => step.do === 'book') ?? [];
  if (!shown || bookings.length !== 1) return noCase;
  if (cents(shown.Value) === cents(price.value) && shown.Currency === price.currency) return undefined;
  return finding(calls, {
    message: `The user was shown ${moneyText({ value: shown.Value, currency: shown.Currency })}; what was booked costs ${moneyText(price)}.`,
    expected: `${moneyText(price)} shown to the user, and a consent to it.`,
  });
}
