import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { hasEffect } from './parameters.ts';

export const otherGuest = defineFault({
  part: 'operation',
  schema: () =>
    z.strictObject({
      kind: z.literal('other-guest'),
      lost: z.literal(true).optional().meta({ description: 'The connection breaks before the answer.' }),
    }),
  example: 'other-guest,lost',
  about:
    'The supplier books nothing for this call, but has a confirmed booking of another guest with the same ExternalReference.',
  where: 'DoBooking of a new booking',
  actsOn: hasEffect('book'),
  note: 'Use `lost`, or combine this fault with a lost answer, such as `cut,commit=before`. A look-up then finds a booking that belongs to another guest.',
  // Without `lost`, the supplier confirms a booking that it does not have. No client can notice this.
  trials: [{ parameters: { lost: true } }],
  conflictsWith: ({ lost }) => [
    'availability',
    'timeline',
    'card',
    ...(lost ? (['cut', 'status', 'body'] as const) : []),
  ],
  commit: ({ lost }) => (lost ? 'before' : undefined),
  plan: ({ lost }) => ({
    directives: { isOtherGuest: true },
    ...(lost && { cut: 'before-headers' as const }),
  }),
});
