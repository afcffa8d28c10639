import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, specified } from '../provenance.ts';
import { credentialField } from '../shapes/credential.ts';
import { text } from '../shapes/scalars.ts';
import { cancelAnswer } from '../shapes/steps.ts';

const common = {
  base: 'base',
  method: 'POST',
  effect: 'cancel',
  provenance: byAssumption('operation'),
  answerProvenance: byAssumption('operation'),
  answer: cancelAnswer,
  problems: ['NotFound', 'BookingClosed', 'AlreadyCancelled', 'CancellationNotForwarded'],
} as const;

const bookingId = { BookingId: specified('res.booking-id', text) };

/** Cancels a whole trip (svc.2). */
export const cancelBooking = defineOperation({
  ...common,
  id: 'cancelBooking',
  path: '/API/REST/ClientBackOffice.svc/CancelBooking',
  summary: 'Cancels every service of a booking; the answer names the penalty that applies today.',
  request: z.strictObject({ ...credentialField, ...bookingId }),
});

/** Cancels one hotel stay of a trip (svc.2). */
export const hotelCancelByService = defineOperation({
  ...common,
  id: 'hotel.cancelByService',
  product: 'hotel',
  path: '/API/REST/Hotel.svc/CancelByService',
  summary: 'Cancels one hotel service of a booking; the rest of the trip stands.',
  request: z.strictObject({ ...credentialField, ...bookingId, ServiceId: assumed('field', text) }),
});
