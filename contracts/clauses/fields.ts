import type { Clause } from './clause.ts';

export const fieldClauses = {
  'field.token': {
    statement:
      'Token identifies the session that a Search opened. Each step replaces the Token with a new Token.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.retoken': {
    statement:
      'The ReToken key stays valid longer than its Token, and lets a client validate the same search again.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.is-prepayment': {
    statement: 'If Search returns an offer with IsPrePayment true, the client must pay through payBooking.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.restriction-type': {
    statement:
      'RestrictionType is CanBook (the booking is confirmed at once) or OnRequest (the booking waits for the supplier).',
    needs: ['mock', 'judge', 'client'],
  },
  'field.can-pay-later': {
    statement: 'If CanPayLater is false, the card is charged at the time of booking.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.return-on-request': {
    statement: 'Search returns OnRequest rooms only if the request has ReturnOnRequestRooms true.',
    needs: ['mock', 'client'],
  },
  'field.total-selling-price': {
    statement:
      'TotalSellingPrice is in the answers of Search and of GetBookingConditions. The price from GetBookingConditions is the binding price.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.pricing-info': {
    statement: 'The end user accepts the PricingInfo and the CancelPolicies before DoBooking.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.cancellation-policies': {
    statement:
      'Each entry of CancellationPolicies[] describes a penalty by StartDate, EndDate (inclusive), Value and Currency.',
    needs: ['mock', 'client'],
  },
  'field.property-taxes': {
    statement:
      'PropertyTaxes[] is optional. An entry has Name, Amount, Currency and a Type: PerNight, PerStay, PerPerson or PerPersonPerNight.',
    needs: ['mock', 'client'],
  },
  'field.more-information': {
    statement:
      'MoreInformation is free text that may announce additional taxes, so the client shows all of it to the user.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.revalidate': {
    statement:
      'A request for conditions with a ReToken returns RevalidateBookingConditions: SameRoomsFound, RoomsFoundWithChanges or RoomsNotFound.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.country': {
    statement: 'Nationality and Residence are two-letter country codes of ISO 3166-1.',
    needs: ['mock', 'judge', 'client'],
  },
  'field.child-age': {
    statement: 'A request always has the exact age of each child.',
    needs: ['mock', 'judge', 'client'],
  },
  'date.local': {
    statement:
      'CheckinDate, CheckoutDate, ServiceDate, CheckinDateFrom and CheckinDateTo are ISO 8601 strings YYYY-MM-DD. They are dates in the calendar of the destination and have no time zone.',
    needs: ['mock', 'judge', 'client'],
  },
  'date.hours': {
    statement:
      'Time, CheckInHour and CheckOutHour are HH:MM in UTC. A client converts them to local time only for display.',
    needs: ['mock', 'judge', 'client'],
  },
  'date.timespan': {
    statement: 'TimeSpan is a UTC time in the form YYYY-MM-DD HH:MM:SS.',
    needs: ['mock', 'client'],
  },
  'date.policies': {
    statement: 'The StartDate and EndDate of a penalty are YYYY-MM-DD, and the penalty applies on both days.',
    needs: ['mock', 'client'],
  },
} as const satisfies Record<string, Clause>;
