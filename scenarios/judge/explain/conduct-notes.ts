const output = 'needs a run: the raw output of the client is looked through';
const shown = 'needs shownToUser in the result; without it the rule does not count';
const form = 'the requests as they were sent';

/** Polling, refusals and failures, the form of requests, and what is shown and hidden. */
export const conductNotes = {
  'rejected-is-final': {
    right: 'Rejected: the client says so, and asks no more.',
    wrong: 'Rejected, and GetBookingDetail is sent every five minutes.',
    judged: 'looks at a booking after an answer that said Rejected',
  },
  'body-inspected': {
    right: 'HTTP 200 with Errors[]: the client reports "failed".',
    wrong: 'HTTP 200 with bookingStatus FAILED, and the client goes on to pay or reports "confirmed".',
    judged:
      'what follows such an answer, and the result if there is one; Errors[] beside offers is a partial result',
  },
  'ambiguous-status-polled': {
    right: 'Pending: GetBookingDetail ten minutes later.',
    wrong: 'Pending, and nothing more is sent until the sandbox is closed.',
    judged: 'whether a look follows each status that is undecided, once virtual time has run past its window',
  },
  'poll-interval': {
    right: 'TechnicalProblem: 10:00, 10:05, 10:10.',
    wrong: 'TechnicalProblem: 10:00, 10:01, 10:02.',
    judged: 'the time between two looks while the status was undecided; the first may come at once',
  },
  'poll-window': {
    right: 'TechnicalProblem: the last look half an hour after the first answer, then support is asked.',
    wrong: 'TechnicalProblem is still polled after an hour.',
    judged:
      'the last look against the window and one interval; an OnRequest has 24 hours, and one given up after 30 minutes is a warning',
  },
  'poll-stops-at-final': {
    right: 'CONFIRMED is seen, the voucher is read once.',
    wrong: 'CONFIRMED is seen, and the booking is read again and again.',
    judged: 'looks after a final status: one is free',
  },
  'retry-after-respected': {
    right: '429 with Retry-After: 7; the same operation is sent 7 seconds later.',
    wrong: '429 with Retry-After: 7; the same operation is sent a second later.',
    judged: 'the next call of the refused operation, and as a warning any other of that credential',
  },
  'backoff-schedule': {
    right: 'Attempts after 250, 500, 1000 and 2000 ms.',
    wrong: 'Five attempts within 100 ms.',
    judged: 'the gaps between an answer that failed and the next attempt of the same request',
  },
  'at-most-five-attempts': {
    right: 'The fifth attempt fails, and the client gives up.',
    wrong: 'A sixth attempt.',
    judged: 'attempts of one request in a row',
  },
  'breaker-opens': {
    right: 'Three answers 500 in a row: the endpoint is left alone for 30 seconds, then tried once.',
    wrong: 'A fourth call right after the third 500.',
    judged:
      'calls of an endpoint within 5 s of its third 5xx; attempts 4 and 5 on the back-off schedule are a warning',
  },
  'rate-limit-kept': {
    right: '150 look-ups are wanted: 120 in the first minute, the others later.',
    wrong: '121 requests within 59 seconds.',
    judged: 'requests of a credential in any 59 seconds, whatever was answered',
  },
  'client-errors-not-retried': {
    right: '400 names CheckinDate; the client says so, or sends another date.',
    wrong: 'The same body is sent again after 400, 401 or 404.',
    judged: 'equal requests after such an answer; look-ups of a lost booking are free',
  },
  'waits-for-search': {
    right: 'No answer to a Search: given up after 15 s.',
    wrong: 'A Search is given up after 3 s, or waited for for a minute.',
    judged: 'how long unanswered Searches were waited for',
  },
  'waits-for-booking': {
    right: 'No answer to DoBooking: given up after 45 s.',
    wrong: 'DoBooking is given up after 30 s: it may have booked.',
    judged: 'how long unanswered DoBooking calls were waited for',
  },
  'dates-local-iso': {
    right: '"2026-12-10".',
    wrong: '"10/12/2026", or "2026-12-10T00:00:00Z".',
    judged: form,
  },
  'times-utc-hhmm': {
    right: '15:30 in Rio de Janeiro is sent as "18:30".',
    wrong: '15:30 in Rio de Janeiro is sent as "15:30", or "18:30:00".',
    judged: `${form}, and the local times of the task where there is one`,
  },
  'country-codes': { right: '"BR".', wrong: '"BRA", "Brazil" or "XX".', judged: form },
  'credential-in-body': {
    right: '{ "Credential": { "Username": …, "Password": … }, … }.',
    wrong: '?Username=…&Password=…, or an Authorization header.',
    judged: 'where the credential of each booking call stood',
  },
  'manager-id-sent': {
    right: '?managerId=7.',
    wrong: 'No managerId, or "seven".',
    judged: 'the query of static requests',
  },
  'static-data-cached': {
    right: 'The same airport is asked for again after 30 days.',
    wrong: 'The same airport is asked for twice a day.',
    judged: 'equal static requests within 30 days',
  },
  'request-matches-contract': {
    right: 'NumAdults: 2.',
    wrong: 'No Nationality; or NumAdults: "two".',
    judged:
      'what the stand-in refused with 400 fails; what it read leniently, and names that it does not know, warn',
  },
  'canonical-paths': {
    right: '/API/REST/Hotel.svc/GetBookingConditions.',
    wrong: '/api/rest/hotel.svc/getBookingConditions.',
    judged: 'paths that match only when letter case counts for nothing',
  },
  'cancel-not-repeated': {
    right: 'The answer to a cancellation is lost; the booking is looked up.',
    wrong: 'A cancellation that was answered is sent again.',
    judged: 'cancellations of one booking or service',
  },
  'cancellation-polled': {
    right: 'PendingCancellation: GetBookingDetail five minutes later.',
    wrong: 'PendingCancellation is reported as "cancelled", and never looked at.',
    judged: 'whether looks follow a PendingCancellation',
  },
  'taxes-not-summed': {
    right: 'Total 500.00 BRL; at the property: 12.00 USD.',
    wrong: 'Total 512.00 BRL, with a tax of 12.00 USD in it that nobody marked as approximate.',
    judged: shown,
  },
  'more-information-shown': {
    right: 'MoreInformation is shown as it came.',
    wrong: 'MoreInformation is cut to 80 characters.',
    judged: shown,
  },
  'no-card-data-in-output': {
    right: 'card ending 1111.',
    wrong: 'card 4111 1111 1111 1111, or cvv: 123.',
    judged: output,
  },
  'personal-data-masked': {
    right: 'a**@e******.com.',
    wrong: 'ana@example.com, or CPF 111.444.777-35.',
    judged: output,
  },
  'credentials-not-in-output': {
    right: 'POST Hotel.svc/Search as acme.',
    wrong: 'The whole request is logged, Password and Token with it.',
    judged: output,
  },
  'test-cards-only': {
    right: 'One of the test cards of docs/guides/payment.md.',
    wrong: "A card number that could be somebody's.",
    judged: 'card numbers that pass the Luhn check',
  },
  'tools-accept-both': {
    right: 'Accept: application/json, text/event-stream.',
    wrong: 'Accept: application/json.',
    judged: 'the header of each call to the tool server',
  },
  'tools-post-only': {
    right: 'POST /mcp.',
    wrong: 'GET /mcp.',
    judged: 'the method of each call to the tool server',
  },
  'tools-revision': {
    right: 'MCP-Protocol-Version: 2025-06-18, or none.',
    wrong: 'MCP-Protocol-Version: 2024-11-05.',
    judged: 'what is announced in a header and at initialize',
  },
} as const;
