import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { atOfferStep, offerStep } from './parameters.ts';

export const price = defineFault({
  part: 'operation',
  schema: z
    .strictObject({
      kind: z.literal('price'),
      byPercent: z
        .number()
        .gt(-100)
        .max(10_000)
        .optional()
        .meta({ description: '10 makes it a tenth dearer, -10 a tenth cheaper.' }),
      byAmount: z.number().min(-1_000_000).max(1_000_000).optional().meta({
        description: "In units of the offer's currency; no price falls below one cent.",
      }),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, { error: 'expected the three letters of a currency, such as "USD"' })
        .optional()
        .meta({ description: 'The currency that it then is in.' }),
      at: offerStep,
    })
    .refine(({ byPercent, byAmount, currency }) => (byPercent ?? byAmount ?? currency) !== undefined, {
      path: ['byPercent'],
      message: 'send "byPercent", "byAmount" or "currency"',
    }),
  shorthand: { main: 'byPercent' },
  example: 'price=10,byAmount=5,currency=USD,at=booking',
  about: 'Conditions differ from Search; what is booked then costs what the conditions said.',
  ...atOfferStep,
  note: 'At least one of `byPercent`, `byAmount` and `currency` is given; they are applied in this order.',
  conflictsWith: ({ at }) => (at === 'booking' ? ['price', 'timeline'] : ['price']),
  plan: ({ byPercent, byAmount, currency }) => ({
    directives: {
      price: {
        ...(byPercent !== undefined && { byPercent }),
        ...(byAmount !== undefined && { byCents: Math.round(byAmount * 100) }),
        ...(currency !== undefined && { currency }),
      },
    },
  }),
});
