import { defineFault } from '../define-fault.ts';
import { atOfferStep, offerStep } from './parameters.ts';

export const soldOut = defineFault('sold-out', {
  fields: () => ({ at: offerStep }),
  example: 'sold-out=booking',
  about: 'The offer is no longer available.',
  ...atOfferStep,
  trials: [{ parameters: {} }, { parameters: { at: 'booking' } }],
  conflictsWith: ({ at }) =>
    at === 'booking' ? ['availability', 'timeline'] : ['availability', 'price', 'terms'],
  plan: () => ({ directives: { soldOut: true } }),
});
