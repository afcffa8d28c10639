import * as z from 'zod/mini';
import { alsoNamed } from '../aliases.ts';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, bySpecification, component, observed, specified } from '../provenance.ts';
import {
  bookingStatus,
  bookingSummary,
  credentialField,
  dateOrTimeStamp,
  errorsField,
  isoDate,
  products,
  text,
  timeSpanField,
  timeStamp,
} from '../shapes/index.ts';

const searchBookingCriteria = component(
  'SearchBookingCriteria',
  z.strictObject({
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
    PassengerName: observed('client-request', z.optional(text)),
    SupplierLoc: observed('client-request', z.optional(text)),
  }),
);

/** The booking with the latest change comes first (ep.list, decision 1). */
export const getBookingList = defineOperation({
  id: 'getBookingList',
  base: 'base',
  method: 'POST',
  path: '/API/REST/ClientBackOffice.svc/GetBookingList',
  effect: 'read',
  summary: 'Lists bookings whose status, amount, dates or passengers changed, the latest change first.',
  provenance: bySpecification('ep.list'),
  answerProvenance: byAssumption('other-answer'),
  request: z.strictObject({
    ...credentialField,
    SearchBookingCriteria: specified('ep.list', z.optional(searchBookingCriteria)),
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
export type SearchBookingCriteria = z.infer<typeof searchBookingCriteria>;
