import * as z from 'zod';
import { revalidation } from '../../operations/index.ts';
import { asObject } from '../../util/index.ts';
import { defineFault } from '../define-fault.ts';
import { hasEffect } from './parameters.ts';

export const revalidate = defineFault('revalidate', {
  fields: () => ({
    result: revalidation.check(z.describe('The result of the revalidation that the answer shows.')),
  }),
  example: 'revalidate=RoomsNotFound',
  about:
    'Sets the result of a revalidation with a ReToken. With RoomsFoundWithChanges the price rises by 10 percent, unless a fault of the kind price or terms sets another change.',
  where: 'GetBookingConditions and RevalidateBookingConditions, if the request has a ReToken',
  actsOn: hasEffect('validate'),
  trials: (['SameRoomsFound', 'RoomsFoundWithChanges', 'RoomsNotFound'] as const).map(result => ({
    parameters: { result },
  })),
  conflictsWith: ({ result }) =>
    result === 'RoomsFoundWithChanges'
      ? ['revalidation', 'availability']
      : ['revalidation', 'availability', 'price', 'terms'],
  plan: ({ result }, { body }) =>
    asObject(body).ReToken === undefined ? undefined : { directives: { revalidation: result } },
});
