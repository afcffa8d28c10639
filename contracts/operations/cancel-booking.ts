import * as z from 'zod/mini';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, specified } from '../provenance.ts';
import { cancelAnswer, cancelProblems, credentialField, products, text } from '../shapes/index.ts';

export const cancelBooking = defineOperation({
  id: 'cancelBooking',
  base: 'base',
  method: 'POST',
  path: '/API/REST/ClientBackOffice.svc/CancelBooking',
  effect: 'cancel',
  summary:
    'Cancels all services of a booking, or all services of one product. The answer contains the penalty that applies today.',
  provenance: byAssumption('operation'),
  answerProvenance: byAssumption('operation'),
  request: z.strictObject({
    ...credentialField,
    BookingId: specified('res.booking-id', text),
    // Public documentation shows one address for each product, such as cancelAllHotelServices.
    ServiceType: assumed('other-path', z.optional(z.enum(products))),
  }),
  answer: cancelAnswer,
  problems: cancelProblems,
});
