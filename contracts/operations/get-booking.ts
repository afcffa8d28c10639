import * as z from 'zod/mini';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, bySpecification, specified } from '../provenance.ts';
import { requireOneOf } from '../require.ts';
import { booking, credentialField, errorsField, text } from '../shapes/index.ts';

const common = { base: 'base', method: 'POST', effect: 'read' } as const;

/** Updates the stored status of the booking (flow.3, flow.5). */
export const getBooking = defineOperation({
  ...common,
  id: 'getBooking',
  path: '/API/REST/ClientBackOffice.svc/GetBooking',
  summary:
    'Looks up one booking by BookingId or ExternalReference. If no booking matches, the answer has no Booking.',
  provenance: byAssumption('operation'),
  answerProvenance: byAssumption('operation'),
  request: requireOneOf(
    z.strictObject({
      ...credentialField,
      BookingId: specified('res.booking-id', z.optional(text)),
      ExternalReference: assumed('field', z.optional(text)),
    }),
    [['BookingId', 'ExternalReference']],
  ),
  answer: () => z.looseObject({ Booking: assumed('field', z.optional(booking())), ...errorsField }),
  problems: [],
});

export const getBookingDetail = defineOperation({
  ...common,
  id: 'getBookingDetail',
  path: '/API/REST/ClientBackOffice.svc/GetBookingDetail',
  summary:
    'Returns one booking with voucher and invoice. Each call updates the stored status of the booking.',
  provenance: bySpecification('ep.detail'),
  answerProvenance: bySpecification('ep.detail'),
  request: z.strictObject({ ...credentialField, BookingId: specified('ep.detail', text) }),
  answer: () => z.looseObject({ Booking: specified('ep.detail', z.optional(booking())), ...errorsField }),
  problems: ['NotFound'],
});
