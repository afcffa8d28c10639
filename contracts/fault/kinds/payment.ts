import * as z from 'zod';
import { asObject } from '../../util/index.ts';
import { defineFault } from '../define-fault.ts';
import { hasEffect } from './parameters.ts';

export const payment = defineFault('payment', {
  fields: () => ({
    result: z.enum(['declined', 'pending', 'lost']).meta({ description: 'The result of the payment.' }),
  }),
  example: 'payment=lost',
  about:
    'The card is declined, or the charge is pending and approved later, or the card is charged but the answer is lost.',
  where: 'payBooking, and DoBooking with a Payment',
  actsOn: hasEffect('pay', 'book'),
  trials: (['declined', 'pending', 'lost'] as const).map(result => ({ parameters: { result } })),
  conflictsWith: ({ result }) => (result === 'lost' ? ['card', 'cut', 'status', 'body'] : ['card']),
  // With result "lost" the card is charged, and then the answer is lost.
  commit: ({ result }) => (result === 'lost' ? 'before' : undefined),
  plan({ result }, { operation, body, source }) {
    if (operation.effect === 'book' && !hasPayment(body)) return undefined;
    if (result !== 'lost') return { directives: { card: { result, source } } };
    return { cut: 'before-headers', directives: { card: { result: 'approved', source } } };
  },
});

function hasPayment(body: unknown): boolean {
  const { Payment, Rooms } = asObject(body);
  return (
    Payment !== undefined ||
    (Array.isArray(Rooms) && Rooms.some(room => asObject(room).Payment !== undefined))
  );
}
