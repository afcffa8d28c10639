import type { CancellationPolicy, Money } from '#contracts';
import type { PenaltyWindow } from '../store/index.ts';

/** Cents as the wire has money. */
export const toMoney = (cents: number, currency: string): Money => ({
  Value: cents / 100,
  Currency: currency,
});

/** Penalty windows as the wire has them. */
export function toPolicies(windows: readonly PenaltyWindow[], currency: string): CancellationPolicy[] {
  return windows.map(({ start, end, cents }) => ({
    StartDate: start,
    EndDate: end,
    Value: cents / 100,
    Currency: currency,
  }));
}
