import * as z from 'zod';
import { revalidation } from '../../shapes/index.ts';
import { asObject } from '../../util/index.ts';
import { defineFault } from '../define-fault.ts';
import { hasEffect } from './parameters.ts';

export const revalidate = defineFault({
  part: 'operation',
  schema: z.strictObject({
    kind: z.literal('revalidate'),
    result: revalidation.check(z.describe('What the answer says.')),
  }),
  shorthand: { main: 'result' },
  example: 'revalidate=RoomsNotFound',
  about: 'What comes of a ReToken; a change is 10 percent more unless a price fault says which.',
  where: 'GetBookingConditions and its revalidation, where they are asked by ReToken',
  actsOn: hasEffect('validate'),
  conflictsWith: ({ result }) =>
    result === 'RoomsFoundWithChanges'
      ? ['revalidation', 'availability']
      : ['revalidation', 'availability', 'price'],
  plan: ({ result }, { body }) =>
    asObject(body).ReToken === undefined ? undefined : { directives: { revalidation: result } },
});
