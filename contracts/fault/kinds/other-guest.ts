import { defineFault } from '../define-fault.ts';
import { hasEffect } from './parameters.ts';

export const otherGuest = defineFault('other-guest', {
  fields: () => ({}),
  example: 'other-guest',
  about:
    'The supplier books nothing for this call, but has a confirmed booking of another guest with the same ExternalReference.',
  where: 'DoBooking of a new booking',
  actsOn: hasEffect('book'),
  note: 'Combine this fault with a lost answer, such as `cut,commit=before`. A look-up then finds a booking that belongs to another guest.',
  // Alone, this fault makes the supplier confirm a booking that it does not have. No client can notice this.
  trials: [],
  conflictsWith: () => ['availability', 'timeline', 'card'],
  plan: () => ({ directives: { isOtherGuest: true } }),
});
