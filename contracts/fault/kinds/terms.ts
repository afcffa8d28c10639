import * as z from 'zod';
import { compact } from '../../util/index.ts';
import { defineFault } from '../define-fault.ts';
import { hasEffect } from './parameters.ts';

export const terms = defineFault('terms', {
  fields: () => ({
    taxesByPercent: z.number().min(-100).max(10_000).optional().meta({
      description: 'The change of each amount in PropertyTaxes, in percent.',
    }),
    extraTax: z.number().positive().max(1_000_000).optional().meta({
      description: 'The amount of a further tax in PropertyTaxes, for the whole stay, in another currency.',
    }),
    nonRefundable: z.literal(true).optional().meta({
      description: 'As soon as the booking exists, a cancellation costs the full price.',
    }),
    stepped: z.literal(true).optional().meta({
      description:
        'A cancellation costs a tenth of the price until 31 days before the start, then three tenths, and the full price from 10 days before the start.',
    }),
    penaltiesByPercent: z.number().min(0).max(10_000).optional().meta({
      description: 'The rise of each penalty, in percent. A penalty can then exceed the price.',
    }),
    moreInformation: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .meta({ description: 'The text of MoreInformation in the conditions.' }),
  }),
  check: schema =>
    schema.refine(({ kind: _, ...change }) => Object.values(change).some(value => value !== undefined), {
      path: ['taxesByPercent'],
      message:
        'send "taxesByPercent", "extraTax", "nonRefundable", "stepped", "penaltiesByPercent" or "moreInformation"',
    }),
  example: 'terms=50,extraTax=12.5,nonRefundable',
  about:
    'The taxes, the cancellation policies or MoreInformation in the booking conditions differ from those in the Search. The price stays the same. The booking has the policies from the conditions.',
  where: 'GetBookingConditions and RevalidateBookingConditions',
  note: 'Give at least one of `taxesByPercent`, `extraTax`, `nonRefundable`, `stepped`, `penaltiesByPercent` and `moreInformation`.',
  actsOn: hasEffect('validate'),
  trials: [
    { parameters: { taxesByPercent: 50 } },
    { parameters: { extraTax: 12.5 } },
    { parameters: { nonRefundable: true } },
  ],
  conflictsWith: () => ['terms'],
  plan: ({ kind: _, extraTax, ...changes }) => ({
    directives: {
      terms: {
        ...compact(changes),
        ...(extraTax !== undefined && { extraTaxCents: Math.round(extraTax * 100) }),
      },
    },
  }),
});
