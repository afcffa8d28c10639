const result = 'needs the result that the client reports';
const truth = "compares what the supplier holds with the scenario's truth, once the sandbox is closed";

/** What a run ends with, the way to DoBooking, payment, and what is selected. */
export const bookingNotes = {
  'outcome-as-expected': {
    right: 'DoBooking answers FAILED, and the client reports "failed".',
    wrong: 'DoBooking answers FAILED with HTTP 200, and the client reports "confirmed".',
    judged: `${result}; an outcome that the scenario only tolerates is a warning`,
  },
  'booked-as-expected': {
    right: 'The answer to DoBooking is lost, GetBooking finds the booking, and one booking stands.',
    wrong: 'The answer to DoBooking is lost, DoBooking is sent again, and two bookings stand.',
    judged: truth,
  },
  'charged-as-expected': {
    right: 'A prepaid room is paid by one payBooking: one approved charge.',
    wrong: 'payBooking is sent twice, or never.',
    judged: truth,
  },
  'conditions-before-booking': {
    right: 'Search, GetBookingConditions of room 12, DoBooking of room 12.',
    wrong: 'Search, then DoBooking; or conditions of room 12 and DoBooking of room 13.',
    judged: 'each DoBooking against the conditions that came before it for the same item and units',
  },
  'booking-uses-conditions-token': {
    right: 'GetBookingConditions answers Token C1; DoBooking carries C1.',
    wrong: 'DoBooking carries S1, which the Search gave, or the Token of earlier conditions.',
    judged: 'the Token of each DoBooking against the exchange that issued it',
  },
  'token-used-once': {
    right: 'Token S1 goes into GetBookingConditions; whatever follows carries the new one.',
    wrong: 'S1 is sent again although the answer that used it up could be read.',
    judged:
      'every Token that is sent a second time; an answer that could not be read used nothing up as far as the client knows',
  },
  'token-fresh': {
    right: 'The user thinks for 40 minutes, and the ReToken is used instead of the Token.',
    wrong: 'A Token that was issued 41 minutes ago is sent.',
    judged:
      'the age of each Token when it is sent, against 30 minutes and a tolerance; not on a clock that jumps at polls',
  },
  'conditions-fresh': {
    right: 'The user thinks for 7 minutes, and the conditions are asked for again before DoBooking.',
    wrong: 'DoBooking is sent 7 minutes after the conditions came.',
    judged: 'the time from the answer of the conditions to DoBooking, against 5 minutes and a tolerance',
  },
  'price-change-confirmed': {
    right: 'The conditions are dearer, the user is asked and declines: no DoBooking.',
    wrong: 'The conditions are dearer, the user declines, and DoBooking is sent all the same.',
    judged:
      'the price of the conditions against that of the Search, what the task says of the user, and what the client reports to have shown',
  },
  'retoken-within-25h': {
    right: 'After 26 hours a new Search is made.',
    wrong: 'After 26 hours the ReToken of the old Search is sent.',
    judged: 'the age of each ReToken when it is sent, against 25 hours and a tolerance',
  },
  'retoken-outcome-honoured': {
    right: 'RoomsFoundWithChanges: the new conditions are shown, and booked only after a new consent.',
    wrong: 'RoomsNotFound, and DoBooking follows; or changes that the user declines are booked.',
    judged: 'what follows each answer with RevalidateBookingConditions',
  },
  'on-request-not-success': {
    right: 'DoBooking answers OnRequest; a poll says CONFIRMED; "confirmed" is reported.',
    wrong: 'DoBooking answers OnRequest, and "confirmed" is reported, or a transfer attached, at once.',
    judged: `payments, attached services and, if there is one, the result against the statuses that were seen`,
  },
  'prepayment-paid': {
    right: 'IsPrePayment true: DoBooking, then payBooking with a PaymentConditionId of the conditions.',
    wrong: 'IsPrePayment true and no payBooking; or one under a condition that was never offered.',
    judged: 'each prepaid booking and its payments: one approved or unanswered at most',
  },
  'payment-only-when-due': {
    right: 'IsPrePayment false: no payBooking.',
    wrong: 'payBooking for a room that is not prepaid and may be paid later.',
    judged: 'each payBooking against the flags of what was booked',
  },
  'charged-at-booking': {
    right: 'CanPayLater false: DoBooking carries Payment.',
    wrong: 'CanPayLater false, and neither DoBooking carries Payment nor does payBooking follow.',
    judged: 'each DoBooking against the flags of its conditions',
  },
  'payment-not-repeated': {
    right: 'The answer to payBooking is lost; GetBookingDetail says it is paid.',
    wrong: 'The answer to payBooking is lost, and payBooking is sent again at once.',
    judged: 'what lies between two payments of a booking of which the first had no answer',
  },
  'attach-uses-real-booking-id': {
    right: 'The hotel is booked with BookingId "0", the transfer with the id that the hotel got.',
    wrong: 'The transfer of the same trip is booked with BookingId "0".',
    judged: 'needs a task that attaches a service to an earlier booking',
  },
  'destination-from-autocomplete': {
    right: 'Autocomplete gives 1001 for Rio de Janeiro, and the Search carries it.',
    wrong: 'The Search carries a DestinationId that Autocomplete never gave.',
    judged: 'the destination of each Search against what static data gave before it',
  },
  'selection-from-search': {
    right: 'The room id in DoBooking stands in the Search whose Token is used.',
    wrong: 'A room id out of another Search, or a made-up one.',
    judged: 'the ids that are sent, by what the supplier answered to them',
  },
  'child-ages-exact': {
    right: 'ChildAges [7, 11] in the Search, guests of 7 and 11 in DoBooking.',
    wrong: 'ChildAges [10] for a child of 7; or guests of other ages than those that were searched for.',
    judged: 'the ages of each Search against those of the task and of the guests',
  },
  'no-blind-rebooking': {
    right:
      'DoBooking gets no answer; GetBooking by ExternalReference finds the booking, or nothing for 30 minutes.',
    wrong: 'DoBooking gets no answer, a 5xx or one that cannot be read, and is sent again without a look-up.',
    judged:
      'what lies between two DoBooking of one stay; a second one after an empty look-up but before 30 minutes is a warning',
  },
  'no-rebooking-while-unknown': {
    right: 'TechnicalProblem: the booking is polled, and people are asked after half an hour.',
    wrong: 'TechnicalProblem, and the same stay is booked anew.',
    judged: 'each DoBooking against the last status of the same stay',
  },
  'one-booking-in-flight': {
    right: 'The user clicks twice, and one DoBooking is sent.',
    wrong: 'A second DoBooking of the same stay is sent before the first is answered.',
    judged: 'DoBooking calls of one stay that are open at the same time',
  },
  'idempotency-key-present': {
    right: 'Idempotency-Key: 3f0e9c1a-6b1d-4c5e-9a52-0d6f1c2b7e44.',
    wrong: 'No Idempotency-Key, or one that is no UUID of version 4.',
    judged: 'the header of each DoBooking',
  },
  'idempotency-key-per-booking': {
    right: 'Two bookings have two keys; a DoBooking refused with 429 is repeated under the same key.',
    wrong: 'One key for the bookings of two stays.',
    judged: 'keys across all DoBooking; another key behind a 429 is a warning',
  },
} as const;
