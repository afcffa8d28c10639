import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { atOfferStep, offerStep } from './parameters.ts';

export const price = defineFault('price', {
  fields: () => ({
    byPercent: z.number().gt(-100).max(10_000).optional().meta({
      description: 'The change in percent: 10 raises the price by a tenth, -10 lowers it by a tenth.',
    }),
    byAmount: z.number().min(-1_000_000).max(1_000_000).optional().meta({
      description:
        "The amount, in the offer's currency, by which the price changes. A price never falls below one cent.",
    }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: 'expected the three letters of a currency, such as "USD"' })
      .optional()
      .meta({ description: 'The new currency of the price.' }),
    convert: z.boolean().optional().meta({
      description:
        'With false, only the currency changes, and the number stays the same. By default the supplier converts the price.',
    }),
    at: offerStep,
  }),
  check: schema =>
    schema
      .refine(({ byPercent, byAmount, currency }) => (byPercent ?? byAmount ?? currency) !== undefined, {
        path: ['byPercent'],
        message: 'send "byPercent", "byAmount" or "currency"',
      })
      .refine(({ currency, convert }) => convert === undefined || currency !== undefined, {
        path: ['currency'],
        message: 'send "currency" beside "convert"',
      }),
  example: 'price=10,byAmount=5,currency=USD,convert=false,at=booking',
  about:
    'The price in the booking conditions differs from the price in the Search. The booking has the price from the conditions.',
  ...atOfferStep,
  note: 'Give at least one of `byPercent`, `byAmount` and `currency`. The server applies these three changes in the order of this list.',
  trials: [
    { parameters: { byPercent: 10 } },
    { parameters: { byPercent: -10 } },
    { parameters: { currency: 'USD' } },
    { parameters: { currency: 'USD', convert: false } },
    { parameters: { byPercent: 10, at: 'booking' } },
  ],
  conflictsWith: ({ at }) => (at === 'booking' ? ['price', 'timeline'] : ['price']),
  plan: ({ byPercent, byAmount, currency, convert }) => ({
    directives: {
      price: {
        ...(byPercent !== undefined && { byPercent }),
        ...(byAmount !== undefined && { byCents: Math.round(byAmount * 100) }),
        ...(currency !== undefined && { currency }),
        ...(convert === false && { convert }),
      },
    },
  }),
});
