import { mapValues } from '../util/index.ts';

/** The check of a clause: a test of the mock server, a rule of the judge, or a test of the reference client. */
export type Need = 'mock' | 'judge' | 'client';

/** One statement of the specification. `excluded` names the part that the project does not check, and the reason. */
export type Clause = {
  readonly statement: string;
  readonly needs: readonly Need[];
  readonly excluded?: string;
};

const neededBy =
  (...needs: Need[]) =>
  (statement: string): Clause => ({ statement, needs });
const all = neededBy('mock', 'judge', 'client');
const mock = neededBy('mock');
const client = neededBy('client');
const mockAndClient = neededBy('mock', 'client');
const mockAndJudge = neededBy('mock', 'judge');
const judgeAndClient = neededBy('judge', 'client');

/** A plain text is a clause that needs all three checks. */
const table = {
  'svc.1':
    'Hotels, rental cars, transfers and tours or tickets are all booked in the same three steps: Search, GetBookingConditions, DoBooking.',
  'svc.2':
    'A complete trip uses AirportDetail, Autocomplete (source of the destination id), HotelDetail, Search, GetBookingConditions (checks the price) and DoBooking (makes the booking). Cancel optionally cancels the trip or one service.',
  'svc.3':
    'Payment by card is a separate operation. A client pays with this operation if Search returned the offer with IsPrePayment true.',
  'svc.4': mockAndClient(
    'The back office can list the bookings that changed, and return any single booking in detail.',
  ),
  'svc.5': mockAndClient('Request and answer bodies are JSON. An answer may be compressed with gzip.'),
  'svc.6': mock('The inventory comes from more than one supplier.'),
  'svc.7': client(
    'Support answers e-mail from Monday to Friday, 09:00-18:00 GMT-3. Phone and chat are for emergencies only, such as an outage or errors while booking.',
  ),
  'svc.8': mock(
    'A caller of the tool server without commercial credentials gets documentation, but never inventory.',
  ),
  'res.credential':
    'Credential is an object in the request body with two mandatory strings: Username and Password.',
  'res.booking-id':
    'BookingId is a string. "0" requests a new booking. A transfer, tour or car joins an existing booking by its real id.',
  'res.booking': mockAndClient(
    'The Booking that GetBookingDetail returns is the basis of invoice and voucher, and contains the confirmation number of the hotel. Its known fields are bookingStatus, ConfirmationNumber and the array Errors[].',
  ),
  'res.hotel-detail': mockAndClient(
    'HotelDetail may return id, destination, name, address, latitude, longitude, category "1" to "5", amenities[], photos[] and rooms[]. None of these fields is guaranteed.',
  ),
  'res.payment': mockAndClient(
    'payBooking has four mandatory body fields: BookingId, Credential, PaymentConditionId and PaymentRequestCC1.',
  ),
  'res.contracting-party': mockAndClient(
    'PaymentRequestCC1.ContractingParty describes the payer in strings: Address, CPF, CityName, CountryCode, Email, PersonName, PhoneDDD and PhoneNumber.',
  ),
  'res.list-criteria': mockAndClient(
    'SearchBookingCriteria filters a list by BookingNumber[] (which may be empty), CheckinDateFrom and CheckinDateTo. All three are optional.',
  ),
  'field.token':
    'Token identifies the session that a Search opened. Each step replaces the Token with a new Token.',
  'field.retoken':
    'The ReToken key stays valid longer than its Token, and lets a client validate the same search again.',
  'field.is-prepayment':
    'If Search returns an offer with IsPrePayment true, the client must pay through payBooking.',
  'field.restriction-type':
    'RestrictionType is CanBook (the booking is confirmed at once) or OnRequest (the booking waits for the supplier).',
  'field.can-pay-later': 'If CanPayLater is false, the card is charged at the time of booking.',
  'field.return-on-request': mockAndClient(
    'Search returns OnRequest rooms only if the request has ReturnOnRequestRooms true.',
  ),
  'field.total-selling-price':
    'TotalSellingPrice is in the answers of Search and of GetBookingConditions. The price from GetBookingConditions is the binding price.',
  'field.pricing-info': 'The end user accepts the PricingInfo and the CancelPolicies before DoBooking.',
  'field.cancellation-policies': mockAndClient(
    'Each entry of CancellationPolicies[] describes a penalty by StartDate, EndDate (inclusive), Value and Currency.',
  ),
  'field.property-taxes': mockAndClient(
    'PropertyTaxes[] is optional. An entry has Name, Amount, Currency and a Type: PerNight, PerStay, PerPerson or PerPersonPerNight.',
  ),
  'field.more-information':
    'MoreInformation is free text that may announce additional taxes, so the client shows all of it to the user.',
  'field.revalidate':
    'A request for conditions with a ReToken returns RevalidateBookingConditions: SameRoomsFound, RoomsFoundWithChanges or RoomsNotFound.',
  'field.country': 'Nationality and Residence are two-letter country codes of ISO 3166-1.',
  'field.child-age': 'A request always has the exact age of each child.',
  'date.local':
    'CheckinDate, CheckoutDate, ServiceDate, CheckinDateFrom and CheckinDateTo are ISO 8601 strings YYYY-MM-DD. They are dates in the calendar of the destination and have no time zone.',
  'date.hours':
    'Time, CheckInHour and CheckOutHour are HH:MM in UTC. A client converts them to local time only for display.',
  'date.timespan': mockAndClient('TimeSpan is a UTC time in the form YYYY-MM-DD HH:MM:SS.'),
  'date.policies': mockAndClient(
    'The StartDate and EndDate of a penalty are YYYY-MM-DD, and the penalty applies on both days.',
  ),
  'status.confirmado': mock(
    'CONFIRMADO: the booking is confirmed, the hotel has received it, and its payment to the supplier is guaranteed.',
  ),
  'status.cancelado': mock('CANCELADO: the booking is cancelled. A penalty may still be due.'),
  'status.rejeitado':
    'REJEITADO: the booking was refused because of missing availability, a changed rate, a time-out of the supplier, or special characters in a name. A new booking carries no risk of a penalty.',
  'status.problema-tecnico':
    'PROBLEMA TECNICO: the confirmation number did not arrive in time. About 70 % of such bookings are confirmed. The client asks its commercial contact and does not book again.',
  'status.solicitacao': mockAndClient(
    'SOLICITACAO DE RESERVA: the account has used up its credit and is blocked.',
  ),
  'status.aguardando':
    'AGUARDANDO PAGAMENTO: a booking with a prepaid rate in its penalty period is held until the payment by card.',
  'status.problema-cancelamento': mockAndClient(
    'PROBLEMA NO CANCELAMENTO: the cancellation did not reach the supplier.',
  ),
  'status.em-progresso': mockAndClient(
    'EM PROGRESSO: a temporary status. GetBookingDetail returns the real status.',
  ),
  'status.values': mockAndClient(
    'bookingStatus has the values OnRequest, PENDING, CONFIRMED and FAILED. After DoBooking, it may also be TechnicalProblem, Pending, PendingCancellation or Rejected.',
  ),
  'poll.technical-problem':
    'TechnicalProblem means that the supplier may or may not hold a booking. A client polls GetBookingDetail every 5 minutes for at most 30 minutes.',
  'poll.pending':
    'A Pending booking waits for the supplier. A client polls every 10 minutes for at most 30 minutes.',
  'poll.pending-cancellation':
    'In PendingCancellation, the supplier has not yet accepted the cancellation. A client polls every 5 minutes for at most 30 minutes.',
  'poll.rejected':
    'Rejected is final and always becomes a cancellation, so a client does not poll a Rejected booking.',
  'client.states': client(
    'A client stores the state of each booking durably as PENDING, CONFIRMED or FAILED.',
  ),
  'trans.sync': mock('Each call of GetBookingDetail updates the stored status from the supplier.'),
  'trans.confirm':
    'A booking in OnRequest/PENDING becomes CONFIRMED when the supplier agrees. A client polls to notice the change.',
  'trans.expire':
    'A booking in OnRequest/PENDING expires if the supplier does not confirm it within the usual 24 hours.',
  'trans.rejected': mock(
    'A Rejected booking can only become cancelled. A client can neither cancel such a booking nor add a service to it.',
  ),
  'retoken.same': 'After SameRoomsFound, the client sends DoBooking with the new Token.',
  'retoken.changed':
    'After RoomsFoundWithChanges, the client shows the changed conditions to the user, who must agree again.',
  'retoken.not-found': 'After RoomsNotFound, nothing is due, and the client starts again with Search.',
  'retoken.expired': 'For a ReToken older than 25 hours, the client must run a complete Search.',
  'ep.airport':
    'AirportDetail is GET {commons_url}/new/api/v1/mapping/airport/{airportCode}/token/{token}. AirportDetail also needs an integer managerId, but the path has no parameter for it.',
  'ep.hotel-detail':
    'HotelDetail is GET {commons_url}/new/api/v1/mapping/hotel/{hotelId}/token/{token}. The hotelId and the managerId are integers.',
  'ep.static-refresh': judgeAndClient(
    'A client keeps static data in its own cache and refreshes it about every 30 days.',
  ),
  'ep.pay': mockAndClient('payBooking is POST {base_url}/API/REST/Payment.svc/payBooking.'),
  'ep.detail': mockAndClient(
    'GetBookingDetail is POST {base_url}/API/REST/ClientBackOffice.svc/GetBookingDetail. The request has Credential and BookingId, and the answer may contain a Booking.',
  ),
  'ep.list': mockAndClient(
    'GetBookingList is POST {base_url}/API/REST/ClientBackOffice.svc/GetBookingList. The request has Credential and optionally SearchBookingCriteria. The answer contains the bookings whose status, amount, period or passengers changed.',
  ),
  'ep.unspecified': mockAndClient(
    'Search, GetBookingConditions, RevalidateBookingConditions, DoBooking, Cancel, GetBooking and Autocomplete have a name but no contract. The answers of AirportDetail, payBooking, GetBookingList and the tools have no contract either. The stand-in uses observed or assumed shapes, which are labelled as such and can be replaced.',
  ),
  'tool.transport': mockAndJudge(
    'The tool server accepts JSON-RPC 2.0 over streamable HTTP, revision 2025-06-18, at POST {mcp_url}. The tool server answers GET, DELETE and every other method with 405.',
  ),
  'tool.headers': mockAndJudge(
    'Each POST to the tool server has a bearer token in Authorization, Accept "application/json, text/event-stream" and Content-Type application/json.',
  ),
  'tool.methods': mock(
    'A tool message has jsonrpc "2.0", an integer id, and the method tools/list or tools/call. A tools/call also has a name and arguments.',
  ),
  'tool.list-endpoints': mock(
    'list_endpoints returns groups and endpoints. The optional arguments product and search filter the result.',
  ),
  'tool.get-endpoint': mock(
    'get_endpoint describes the endpoint with the given endpointId: its parameters, an example curl command, and its answer.',
  ),
  'tool.get-changelog': mock(
    'get_changelog returns the release notes, latest first. The optional arguments service, since and limit filter the release notes.',
  ),
  'tool.get-reference': mock(
    'get_reference explains the topic booking_statuses, retoken, date_conventions or all. The default topic is all.',
  ),
  'flow.1':
    'The Token of a Search is valid for 30 minutes. GetBookingConditions uses up this Token and issues a new Token for DoBooking. DoBooking never sends the Token of a Search.',
  'flow.2':
    'A client requests the conditions less than 5 minutes before DoBooking. The client compares their TotalSellingPrice with the price in the Search, and shows the user any difference before the user agrees.',
  'flow.3':
    'Two DoBooking calls can create two bookings. After a lost answer, a client first looks for the booking with GetBooking. Every DoBooking has its own Idempotency-Key (UUID v4), and a lock covers hotel, room ids, check-in date and user.',
  'flow.4':
    'Status 200 proves nothing, because the body may contain bookingStatus FAILED or Errors[]. A client reads the body every time.',
  'flow.5':
    'An OnRequest offer starts as OnRequest/PENDING, which is not yet a success. A client polls GetBooking until the booking is CONFIRMED or has expired.',
  'flow.6': 'If CanPayLater is false, the card is charged at the moment of booking.',
  'flow.7': judgeAndClient(
    'A client adds a tax in a foreign currency to a sum only after a conversion that is labelled approximate. A missing PropertyTaxes does not mean that no tax is due.',
  ),
  'auth.1':
    'Every booking call has its Credential in the body. The service answers 401 to an invalid Credential.',
  'auth.2': 'Each step replaces the session Token.',
  'auth.3': {
    statement:
      'The tool server compares the value after "Bearer" exactly. Production calls through the tool server also need Username and Password.',
    needs: ['mock'],
    excluded:
      'The sentence about production calls does not apply, because the tool server of the stand-in gives no access to inventory.',
  },
  'auth.4': 'Static endpoints need a token and a managerId, both in the URL.',
  'auth.5': {
    statement:
      'Card data is tokenised and kept out of logs. Documents and e-mail addresses are masked in logs. Credentials are stored as secrets and change every 90 days, and mutual TLS is available.',
    needs: ['mock', 'judge', 'client'],
    excluded:
      'Rotation every 90 days is a matter of operation, which neither the traffic nor the output of a client shows. The specification does not say how mutual TLS works; this project assumes that the handshake refuses a client without a certificate.',
  },
  'err.200': 'An answer with status 200 may contain FAILED, or entries in Errors[].',
  'err.400': mockAndClient('The service answers 400 to a body that is malformed or lacks a mandatory field.'),
  'err.401': mockAndClient('The service answers 401 to invalid credentials.'),
  'err.404': mockAndClient('The service answers 404 if the requested object does not exist.'),
  'err.405': mock('The tool server answers every method but POST with 405.'),
  'err.429':
    'The service answers 429 to too many requests, and the client waits as long as Retry-After says.',
  'err.500': mockAndClient('The service answers 500 to an internal failure.'),
  'err.retry': judgeAndClient(
    'Retries wait 250 ms, 500 ms, 1 s and then 2 s. The fifth attempt is the last.',
  ),
  'err.breaker': judgeAndClient(
    'After three 5xx in a row from one endpoint, the client opens the circuit breaker of that endpoint.',
  ),
  'limit.rate': 'One credential may send 120 requests in a minute.',
  'limit.token': 'A Token is valid for 30 minutes.',
  'limit.retoken': 'A ReToken key is valid for 25 hours.',
  'limit.conditions': judgeAndClient(
    'Conditions are less than 5 minutes old when the client sends DoBooking. The stand-in accepts older conditions while their Token is valid, and the judge measures the age of the conditions.',
  ),
  'limit.search-timeout': judgeAndClient('A client waits 15 s for the answer to a Search.'),
  'limit.booking-timeout': judgeAndClient('A client waits 45 s for the answer to a DoBooking.'),
  'limit.static': judgeAndClient('Static data stays valid for about 30 days.'),
  'limit.uptime': {
    statement: 'The service aims at an uptime of 99.9 %, which leaves about 43 minutes of downtime a month.',
    needs: [],
    excluded: 'The uptime is a goal of the real service. In the stand-in, faults replace downtime.',
  },
  'limit.latency': mock('The service should answer 95 % of Searches in less than 2.5 s.'),
  'limit.on-request': 'An OnRequest booking is usually decided within 24 hours.',
  'ver.1': mock('The REST API and its OpenAPI document have version 1.0. Paths of static data contain v1.'),
  'ver.2': mockAndJudge('The tool server uses protocol revision 2025-06-18.'),
  'ver.3': mock('get_changelog is the place for release notes.'),
  'event.none': mockAndClient(
    'The service sends no events and has no webhooks. A client polls GetBookingDetail and GetBookingList to notice changes.',
  ),
} as const satisfies Record<string, string | Clause>;

/** The id of a clause, such as `flow.1` or `field.retoken`. */
export type ClauseId = keyof typeof table;

/**
 * The statements of the specification in reading order, by the ids to which fields, rules, scenarios and tests refer.
 *
 * @example clauses['limit.rate'].statement // 'One credential may send 120 requests in a minute.'
 */
export const clauses = mapValues<string | Clause, Clause>(table, clause =>
  typeof clause === 'string' ? all(clause) : clause,
) as Record<ClauseId, Clause>; // `mapValues` loses the type of the keys

export const sectionOf = (id: string): string => id.replace(/\..*$/, '');

/** Returns whether a text is the id of a clause. */
export function isClauseId(text: string): text is ClauseId {
  return Object.hasOwn(table, text);
}
