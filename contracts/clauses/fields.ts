import type { Clause } from './clause.ts';

/** Single fields and the formats of dates and times (field, date). */
export const fieldClauses = {
  'field.token': {
    statement: 'Token identifies the session that a Search opened and is replaced by a new one at each step.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.retoken': {
    statement: 'The ReToken key outlives its Token and lets the same search be validated anew.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.is-prepayment': {
    statement: 'An offer in Search with IsPrePayment true has to be paid through payBooking.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.restriction-type': {
    statement: 'RestrictionType is either CanBook, firm at once, or OnRequest, which waits for the supplier.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.can-pay-later': {
    statement: 'Where CanPayLater is false, booking and card charge coincide.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.return-on-request': {
    statement: 'Search leaves OnRequest rooms out until ReturnOnRequestRooms is sent as true.',
    needs: ['mock', 'client'],
  },
  'field.total-selling-price': {
    statement:
      'TotalSellingPrice appears in Search and again in GetBookingConditions, and the second one is the price that counts.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.pricing-info': {
    statement: 'Before DoBooking the end user has agreed to the PricingInfo and the CancelPolicies.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.cancellation-policies': {
    statement:
      'Each entry of CancellationPolicies[] states a penalty by StartDate, EndDate (that day included), Value and Currency.',
    needs: ['mock', 'client'],
  },
  'field.property-taxes': {
    statement:
      'PropertyTaxes[] may be missing; an entry has Name, Amount, Currency and a Type out of PerNight, PerStay, PerPerson, PerPersonPerNight.',
    needs: ['mock', 'client'],
  },
  'field.more-information': {
    statement:
      'MoreInformation is prose that may announce additional taxes, so the user gets to read all of it.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.revalidate': {
    statement:
      'Asking for conditions with a ReToken yields RevalidateBookingConditions: SameRoomsFound, RoomsFoundWithChanges or RoomsNotFound.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.country': {
    statement: 'Nationality and Residence hold the two-letter country codes of ISO 3166-1.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.child-age': {
    statement: 'A child always travels with its exact age.',
    needs: ['mock', 'judge', 'client'],
  },
  'date.local': {
    statement:
      'CheckinDate, CheckoutDate, ServiceDate, CheckinDateFrom and CheckinDateTo are ISO 8601 strings YYYY-MM-DD in the calendar of the destination and bear no zone.',
    needs: ['mock', 'judge', 'client'],
  },
  'date.hours': {
    statement:
      'Time, CheckInHour and CheckOutHour travel as HH:MM in UTC; only a display turns them into local time.',
    needs: ['mock', 'judge', 'client'],
  },
  'date.timespan': {
    statement: 'TimeSpan is a UTC moment written YYYY-MM-DD HH:MM:SS.',
    needs: ['mock', 'client'],
  },
  'date.policies': {
    statement: 'The StartDate and EndDate of a penalty are YYYY-MM-DD, and both days belong to it.',
    needs: ['mock', 'client'],
  },
} as const satisfies Record<string, Clause>;
