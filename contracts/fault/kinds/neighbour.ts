import { defineFault } from '../define-fault.ts';
import { hasEffect } from './parameters.ts';

export const neighbour = defineFault('neighbour', {
  fields: () => ({}),
  example: 'neighbour',
  about:
    'Right after this call, another program of the account books for another guest, without an ExternalReference. The list of bookings then begins with a booking that the client did not make.',
  where: 'DoBooking of a new booking',
  actsOn: hasEffect('book'),
  trials: [{ parameters: {} }],
  conflictsWith: () => ['neighbour'],
  plan: () => ({ directives: { hasNeighbour: true } }),
});
