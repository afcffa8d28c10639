import * as z from 'zod/mini';
import { alsoNamed } from '../aliases.ts';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, bySpecification, component, specified } from '../provenance.ts';
import {
  bookingStatus,
  bookingSummary,
  credentialField,
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
    UpdatedFrom: assumed('filter', z.optional(timeStamp)),
    UpdatedTo: assumed('filter', z.optional(timeStamp)),
    ExternalReference: assumed('filter', z.optional(text)),
    BookingStatus: assumed('filter', z.optional(z.array(bookingStatus))),
    ServiceTypes: assumed('filter', z.optional(z.array(z.enum(products)))),
    InitialServiceDate: assumed('filter', z.optional(isoDate)),
    FinalServiceDate: assumed('filter', z.optional(isoDate)),
    InitialBookingDate: assumed('filter', alsoNamed(['IninalBookingDate'], z.optional(isoDate))),
    FinalBookingDate: assumed('filter', z.optional(isoDate)),
    PassengerName: assumed('filter', z.optional(text)),
  }),
);

/** Lists changed bookings with their stored status. The booking with the latest change comes first (ep.list, decision 1). */
export const getBookingList = defineOperation({
  id: 'getBookingList',
  base: 'base',
  method: 'POST',
  path: '/API/REST/ClientBackOffice.svc/GetBookingList',
  effect: 'read',
  summary: 'Lists bookings whose status, amount, dates or passengers changed, the latest change first.',
  provenance: bySpecification('ep.list'),
  answerProvenance: byAssumption('answer'),
  request: z.strictObject({
    ...credentialField,
    SearchBookingCriteria: specified('ep.list', z.optional(searchBookingCriteria)),
  }),
  answer: () =>
    z.looseObject({
      Bookings: assumed('answer', z.array(bookingSummary())),
      ...timeSpanField,
      ...errorsField,
    }),
  problems: [],
});

/** The criteria by which GetBookingList filters bookings. */
export type SearchBookingCriteria = z.infer<typeof searchBookingCriteria>;
