import type { RuleRow } from '../rule.ts';

/** Payment, what is selected, and a DoBooking that must not happen twice. */
export const bookingRules = [
  {
    id: 'on-request-not-success',
    level: 'must',
    clauses: ['flow.5', 'field.restriction-type', 'trans.confirm'],
    title:
      'Reports an OnRequest booking as confirmed, pays it or attaches to it only after a poll has shown it confirmed.',
  },
  {
    id: 'prepayment-paid',
    level: 'must',
    clauses: ['svc.3', 'field.is-prepayment', 'status.aguardando'],
    title:
      'Pays a prepaid booking through payBooking under a PaymentConditionId it was offered, and tries again only after Declined.',
  },
  {
    id: 'payment-only-when-due',
    level: 'should',
    clauses: ['svc.3'],
    title: 'Calls payBooking for prepaid bookings alone.',
  },
  {
    id: 'charged-at-booking',
    level: 'must',
    clauses: ['flow.6', 'field.can-pay-later'],
    title: 'Sends Payment in DoBooking, or payBooking right behind it, where CanPayLater is false.',
  },
  {
    id: 'payment-not-repeated',
    level: 'should',
    clauses: ['flow.3', 'svc.3'],
    title: 'Looks the booking up before it pays again after a payment whose answer was lost.',
  },
  {
    id: 'attach-uses-real-booking-id',
    level: 'must',
    clauses: ['res.booking-id'],
    title: 'Opens a trip with BookingId "0" and adds each further service under the real BookingId.',
  },
  {
    id: 'destination-from-autocomplete',
    level: 'should',
    clauses: ['svc.2'],
    title: 'Searches with a DestinationId that Autocomplete returned.',
  },
  {
    id: 'selection-from-search',
    level: 'must',
    clauses: ['svc.2'],
    title: 'Selects hotels, rooms, cars, transfers and tours by ids out of the Search whose Token it sends.',
  },
  {
    id: 'child-ages-exact',
    level: 'must',
    clauses: ['field.child-age'],
    title: 'Gives one age for every child and names guests of those same ages.',
  },
  {
    id: 'no-blind-rebooking',
    level: 'must',
    clauses: ['flow.3'],
    title:
      'Looks for the booking before it sends DoBooking again after no answer, a 5xx or an answer it could not read.',
  },
  {
    id: 'no-rebooking-while-unknown',
    level: 'must',
    clauses: ['status.problema-tecnico'],
    title: 'Makes no second booking of a stay while the first is TechnicalProblem, Pending or OnRequest.',
  },
  {
    id: 'one-booking-in-flight',
    level: 'must',
    clauses: ['flow.3'],
    title: 'Waits for the answer to one DoBooking before it sends another for the same stay.',
  },
  {
    id: 'idempotency-key-present',
    level: 'must',
    clauses: ['flow.3'],
    title: 'Sends an Idempotency-Key that is a UUID v4 with every DoBooking.',
  },
  {
    id: 'idempotency-key-per-booking',
    level: 'must',
    clauses: ['flow.3'],
    title:
      'Takes a new Idempotency-Key for each booking and keeps it when it repeats one that was refused with 429.',
  },
] as const satisfies readonly RuleRow[];
