import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, component, specified } from '../provenance.ts';
import { credentialField } from '../shapes/credential.ts';
import { pax } from '../shapes/pax.ts';
import { bookingPayment } from '../shapes/payment.ts';
import { text } from '../shapes/scalars.ts';
import { bookingProblems, doBookingAnswer, idempotencyHeader } from '../shapes/steps.ts';
import { bookedSelection } from './hotel-selection.ts';

const bookingRoom = component(
  'BookingRoom',
  z.strictObject({
    RoomId: assumed('field', text),
    Paxs: assumed('pax', z.array(pax).min(1, { error: 'expected 1 guest or more' })),
    Payment: assumed('field', bookingPayment.optional()),
  }),
);

/** Books the rooms whose conditions were confirmed: the third of the three steps (svc.1, flow.1, flow.3). */
export const hotelDoBooking = defineOperation({
  id: 'hotel.doBooking',
  product: 'hotel',
  base: 'base',
  method: 'POST',
  path: '/API/REST/Hotel.svc/DoBooking',
  effect: 'book',
  summary: 'Books chosen rooms with the Token of GetBookingConditions. Not idempotent.',
  provenance: byAssumption('operation'),
  answerProvenance: byAssumption('operation'),
  headers: idempotencyHeader,
  request: z.strictObject({
    ...credentialField,
    Token: specified('flow.1', text),
    BookingId: specified('res.booking-id', text),
    ...bookedSelection,
    Rooms: assumed(
      'field',
      z.array(bookingRoom).min(1, { error: 'expected 1 room or more' }).max(limits.rooms.value),
    ),
    ExternalReference: assumed('field', text.max(limits.reference.value).optional()),
    Payment: assumed('field', bookingPayment.optional()),
  }),
  answer: doBookingAnswer,
  problems: [
    'TokenUnknown',
    'TokenExpired',
    'TokenConsumed',
    'TokenWrongStep',
    'NotFound',
    'BookingClosed',
    ...bookingProblems,
  ],
});
