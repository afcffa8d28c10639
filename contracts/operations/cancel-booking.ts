import * as z from 'zod/mini';
import { defineOperation } from '../operation.ts';
import { byAssumption, specified } from '../provenance.ts';
import { cancelAnswer, cancelProblems, credentialField, text } from '../shapes/index.ts';

/** Cancels a whole trip (svc.2). */
export const cancelBooking = defineOperation({
  id: 'cancelBooking',
  base: 'base',
  method: 'POST',
  path: '/API/REST/ClientBackOffice.svc/CancelBooking',
  effect: 'cancel',
  summary: 'Cancels all services of a booking. The answer contains the penalty that applies today.',
  provenance: byAssumption('operation'),
  answerProvenance: byAssumption('operation'),
  request: z.strictObject({ ...credentialField, BookingId: specified('res.booking-id', text) }),
  answer: cancelAnswer,
  problems: cancelProblems,
});
