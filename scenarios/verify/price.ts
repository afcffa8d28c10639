import { isObject } from '#contracts/util';

/** An amount, and its currency where that is told. */
export interface Amount {
  readonly value: number;
  readonly currency?: string;
}

/**
 * An amount as a supplier may write it: a Value with a Currency, or bare, a number or one as text; undefined where it is none.
 *
 * @example amountIn({ Value: 120, Currency: 'BRL' }) // { value: 120, currency: 'BRL' }
 */
export function amountIn(price: unknown): Amount | undefined {
  const { Value, Currency } = isObject(price) ? price : { Value: price };
  const value = typeof Value === 'string' && Value.trim() !== '' ? Number(Value) : Value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const isCode = typeof Currency === 'string' && /^[A-Z]{3}$/.test(Currency);
  return { value, ...(isCode && { currency: Currency }) };
}

/**
 * Why one price is not another; undefined where it is. What is not said plainly counts against it.
 *
 * @example whyOtherPrice(100, 300) // 'its price is 300, and was 100 in the Search'
 */
export function whyOtherPrice(before: unknown, now: unknown): string | undefined {
  const [was, is] = [amountIn(before), amountIn(now)];
  if (!was || !is) return 'no price that could be compared is there';
  if (was.value === is.value && was.currency === is.currency) return undefined;
  return `its price is ${told(is)}, and was ${told(was)} in the Search`;
}

const told = ({ value, currency }: Amount): string =>
  currency === undefined ? `${value}` : `${value} ${currency}`;
