import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, bySpecification, component, specified } from '../provenance.ts';
import { bookingStatus, errorsField, timeSpanField } from '../shapes/answer.ts';
import { bookingSummary, products } from '../shapes/booking.ts';
import { credentialField } from '../shapes/credential.ts';
import { isoDate, text, timeStamp } from '../shapes/scalars.ts';

const searchBookingCriteria = component(
  'SearchBookingCriteria',
  z.strictObject({
    BookingNumber: specified('res.list-criteria', z.array(text).optional()),
    CheckinDateFrom: specified('res.list-criteria', isoDate.optional()),
    CheckinDateTo: specified('res.list-criteria', isoDate.optional()),
    UpdatedFrom: assumed('filter', timeStamp.optional()),
    UpdatedTo: assumed('filter', timeStamp.optional()),
    ExternalReference: assumed('filter', text.optional()),
    BookingStatus: assumed('filter', z.array(bookingStatus).optional()),
    ServiceTypes: assumed('filter', z.array(z.enum(products)).optional()),
    InitialServiceDate: assumed('filter', isoDate.optional()),
    FinalServiceDate: assumed('filter', isoDate.optional()),
    InitialBookingDate: assumed('filter', isoDate.optional()),
    FinalBookingDate: assumed('filter', isoDate.optional()),
    PassengerName: assumed('filter', text.optional()),
  }),
);

const ranges = [
  [isoDate, 'CheckinDateFrom', 'CheckinDateTo'],
  [isoDate, 'InitialServiceDate', 'FinalServiceDate'],
  [isoDate, 'InitialBookingDate', 'FinalBookingDate'],
  [timeStamp, 'UpdatedFrom', 'UpdatedTo'],
] as const;

/** Lists bookings that changed, the last changed first, with their stored status (ep.list, decision 9). */
export const getBookingList = defineOperation({
  id: 'getBookingList',
  base: 'base',
  method: 'POST',
  path: '/API/REST/ClientBackOffice.svc/GetBookingList',
  effect: 'read',
  summary: 'Lists bookings whose status, amount, period or passengers changed, the last changed first.',
  provenance: bySpecification('ep.list'),
  answerProvenance: byAssumption('answer'),
  request: z.strictObject({
    ...credentialField,
    SearchBookingCriteria: specified('ep.list', searchBookingCriteria.optional()),
  }),
  answer: () =>
    z.looseObject({
      Bookings: assumed('answer', z.array(bookingSummary())),
      ...timeSpanField,
      ...errorsField,
    }),
  inspect: inspectRanges,
  problems: [],
});

/** What a client filters GetBookingList by. */
export type SearchBookingCriteria = z.infer<typeof searchBookingCriteria>;

function inspectRanges(request: unknown) {
  const criteria = (request as { SearchBookingCriteria?: Record<string, unknown> } | null)
    ?.SearchBookingCriteria; // read with care below
  if (typeof criteria !== 'object' || criteria === null) return [];
  return ranges.flatMap(([form, from, to]) => {
    const [first, last] = [form.safeParse(criteria[from]), form.safeParse(criteria[to])];
    if (!first.success || !last.success || last.data >= first.data) return []; // both forms sort as text
    return [
      { field: `SearchBookingCriteria.${to}`, message: `"${last.data}" is before ${from} "${first.data}"` },
    ];
  });
}
