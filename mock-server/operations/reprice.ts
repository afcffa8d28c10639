import { exchanged, type Quote } from '../inventory/index.ts';
import type { PriceChange } from '../store/index.ts';

/**
 * An offer at another price: first so many percent more or less, then so many cents, then in another currency; never
 * below one cent. Taxes within the price and penalties change with it. What is paid on the spot is no part of the price:
 * it only follows into the other currency where it was asked for in the offer's own.
 *
 * @example reprice(quote, { byPercent: 10 }).cents // 11 tenths of quote.cents
 */
export function reprice(quote: Quote, change: PriceChange | undefined): Quote {
  if (!change) return quote;
  const { byPercent = 0, byCents = 0, currency = quote.currency } = change;
  const moved = Math.max(1, Math.round((quote.cents * (100 + byPercent)) / 100) + byCents);
  const cents = Math.max(1, exchanged(moved, quote.currency, currency));
  const part = (amount: number) => Math.round((amount * cents) / quote.cents);
  const taxes = quote.taxes?.map(tax =>
    tax.Currency === quote.currency
      ? {
          ...tax,
          Amount: exchanged(Math.round(tax.Amount * 100), quote.currency, currency) / 100,
          Currency: currency,
        }
      : tax,
  );
  return {
    ...quote,
    currency,
    cents,
    taxCents: part(quote.taxCents),
    windows: quote.windows.map(window => ({ ...window, cents: part(window.cents) })),
    ...(taxes && { taxes }),
  };
}
