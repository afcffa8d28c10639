import * as z from 'zod/mini';
import {
  assumed,
  byAssumption,
  bySpecification,
  observed,
  specified,
  strictComponent,
} from '../clauses/index.ts';
import { alsoNamed } from './aliases.ts';
import { defineOperation } from './operation.ts';
import { requireOneOf } from './require.ts';
import {
  booking,
  bookingStatus,
  bookingSummary,
  cancelAnswer,
  cancelProblems,
  credentialField,
  dateOrTimeStamp,
  errorsField,
  isoDate,
  paymentRequest,
  paymentStatus,
  products,
  statusFields,
  text,
  timeSpanField,
  timeStamp,
} from './shapes/index.ts';

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
  request: () =>
    requireOneOf(
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
  request: () => z.strictObject({ ...credentialField, BookingId: specified('ep.detail', text) }),
  answer: () => z.looseObject({ Booking: specified('ep.detail', z.optional(booking())), ...errorsField }),
  problems: ['NotFound'],
});

const searchBookingCriteria = strictComponent('SearchBookingCriteria', () => ({
  BookingNumber: specified('res.list-criteria', z.optional(z.array(text))),
  CheckinDateFrom: specified('res.list-criteria', z.optional(isoDate)),
  CheckinDateTo: specified('res.list-criteria', z.optional(isoDate)),
  UpdatedFrom: assumed('other-name', z.optional(timeStamp)),
  UpdatedTo: assumed('other-name', z.optional(timeStamp)),
  InitialUpdateDate: observed('client-model', z.optional(dateOrTimeStamp)),
  FinalUpdateDate: observed('client-model', z.optional(dateOrTimeStamp)),
  ExternalReference: observed('client-model', z.optional(text)),
  BookingStatus: observed('client-request', z.optional(z.array(bookingStatus))),
  ServiceTypes: observed('client-request', z.optional(z.array(z.enum(products)))),
  InitialServiceDate: observed('client-request', z.optional(isoDate)),
  FinalServiceDate: observed('client-request', z.optional(isoDate)),
  InitialBookingDate: assumed('other-name', alsoNamed(['IninalBookingDate'], z.optional(isoDate))),
  FinalBookingDate: observed('client-model', z.optional(isoDate)),
  CancelationDateStart: observed('client-model', z.optional(isoDate)),
  CancelationDateEnd: observed('client-model', z.optional(isoDate)),
  PaymentDeadlineStart: observed('client-model', z.optional(isoDate)),
  PaymentDeadlineEnd: observed('client-model', z.optional(isoDate)),
  PassengerName: observed('client-request', z.optional(text)),
  SupplierLoc: observed('client-request', z.optional(text)),
}));

/** The booking with the latest change comes first (ep.list, decision 1). */
export const getBookingList = defineOperation({
  ...common,
  id: 'getBookingList',
  path: '/API/REST/ClientBackOffice.svc/GetBookingList',
  summary: 'Lists bookings whose status, amount, dates or passengers changed, the latest change first.',
  provenance: bySpecification('ep.list'),
  answerProvenance: byAssumption('other-answer'),
  request: () =>
    z.strictObject({
      ...credentialField,
      SearchBookingCriteria: specified('ep.list', z.optional(searchBookingCriteria())),
    }),
  answer: () =>
    z.looseObject({
      Bookings: assumed('other-name', z.array(bookingSummary())),
      ...timeSpanField,
      ...errorsField,
    }),
  problems: [],
});

/** The criteria by which GetBookingList filters bookings. */
export type SearchBookingCriteria = z.infer<ReturnType<typeof searchBookingCriteria>>;

export const cancelBooking = defineOperation({
  ...common,
  id: 'cancelBooking',
  path: '/API/REST/ClientBackOffice.svc/CancelBooking',
  effect: 'cancel',
  summary:
    'Cancels all services of a booking, or all services of one product. The answer contains the penalty that applies today.',
  provenance: byAssumption('operation'),
  answerProvenance: byAssumption('operation'),
  request: () =>
    z.strictObject({
      ...credentialField,
      BookingId: specified('res.booking-id', text),
      // Public documentation shows one address for each product, such as cancelAllHotelServices.
      ServiceType: assumed('other-path', z.optional(z.enum(products))),
    }),
  answer: cancelAnswer,
  problems: cancelProblems,
});

/** The PaymentConditionId determines the service (res.payment). */
export const payBooking = defineOperation({
  ...common,
  id: 'payBooking',
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
