import * as z from 'zod/mini';
import { assumed, byAssumption, bySpecification, specified } from '../clauses/index.ts';
import { defineOperation } from './operation.ts';
import {
  credentialField,
  errorsField,
  paymentRequest,
  paymentStatus,
  statusFields,
  text,
  timeSpanField,
} from './shapes/index.ts';

/** The PaymentConditionId determines the service (res.payment). */
export const payBooking = defineOperation({
  id: 'payBooking',
  base: 'base',
  method: 'POST',
  path: '/API/REST/Payment.svc/payBooking',
  effect: 'pay',
  summary:
    'Pays a service of a booking by card. The supplier refuses the call if an earlier payment is approved or pending.',
  provenance: bySpecification('ep.pay'),
  answerProvenance: byAssumption('answer'),
  request: () =>
    z.strictObject({
      ...credentialField,
      BookingId: specified('res.payment', text),
      PaymentConditionId: specified('res.payment', text),
      PaymentRequestCC1: specified('res.payment', paymentRequest()),
    }),
  answer: () =>
    z.looseObject({
      BookingId: specified('res.booking-id', z.string()),
      PaymentStatus: assumed('answer', paymentStatus),
      ...statusFields,
      ...timeSpanField,
      ...errorsField,
    }),
  problems: ['NotFound', 'BookingClosed', 'PaymentDeclined'],
});
