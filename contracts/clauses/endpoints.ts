import type { Clause } from './clause.ts';

export const endpointClauses = {
  'ep.airport': {
    statement:
      'AirportDetail is GET {commons_url}/new/api/v1/mapping/airport/{airportCode}/token/{token}. AirportDetail also needs an integer managerId, but the path has no parameter for it.',
    needs: ['mock', 'judge', 'client'],
  },
  'ep.hotel-detail': {
    statement:
      'HotelDetail is GET {commons_url}/new/api/v1/mapping/hotel/{hotelId}/token/{token}. The hotelId and the managerId are integers.',
    needs: ['mock', 'judge', 'client'],
  },
  'ep.static-refresh': {
    statement: 'A client keeps static data in its own cache and refreshes it about every 30 days.',
    needs: ['judge', 'client'],
  },
  'ep.pay': {
    statement: 'payBooking is POST {base_url}/API/REST/Payment.svc/payBooking.',
    needs: ['mock', 'client'],
  },
  'ep.detail': {
    statement:
      'GetBookingDetail is POST {base_url}/API/REST/ClientBackOffice.svc/GetBookingDetail. The request has Credential and BookingId, and the answer may contain a Booking.',
    needs: ['mock', 'client'],
  },
  'ep.list': {
    statement:
      'GetBookingList is POST {base_url}/API/REST/ClientBackOffice.svc/GetBookingList. The request has Credential and optionally SearchBookingCriteria. The answer contains the bookings whose status, amount, period or passengers changed.',
    needs: ['mock', 'client'],
  },
  'ep.unspecified': {
    statement:
      'Search, GetBookingConditions, RevalidateBookingConditions, DoBooking, Cancel, GetBooking and Autocomplete have a name but no contract. The answers of AirportDetail, payBooking, GetBookingList and the tools have no contract either. The stand-in uses observed or assumed shapes, which are labelled as such and can be replaced.',
    needs: ['mock', 'client'],
  },
  'tool.transport': {
    statement:
      'The tool server accepts JSON-RPC 2.0 over streamable HTTP, revision 2025-06-18, at POST {mcp_url}. The tool server answers GET, DELETE and every other method with 405.',
    needs: ['mock', 'judge'],
  },
  'tool.headers': {
    statement:
      'Each POST to the tool server has a bearer token in Authorization, Accept "application/json, text/event-stream" and Content-Type application/json.',
    needs: ['mock', 'judge'],
  },
  'tool.methods': {
    statement:
      'A tool message has jsonrpc "2.0", an integer id, and the method tools/list or tools/call. A tools/call also has a name and arguments.',
    needs: ['mock'],
  },
  'tool.list-endpoints': {
    statement:
      'list_endpoints returns groups and endpoints. The optional arguments product and search filter the result.',
    needs: ['mock'],
  },
  'tool.get-endpoint': {
    statement:
      'get_endpoint describes the endpoint with the given endpointId: its parameters, an example curl command, and its answer.',
    needs: ['mock'],
  },
  'tool.get-changelog': {
    statement:
      'get_changelog returns the release notes, latest first. The optional arguments service, since and limit filter the release notes.',
    needs: ['mock'],
  },
  'tool.get-reference': {
    statement:
      'get_reference explains the topic booking_statuses, retoken, date_conventions or all. The default topic is all.',
    needs: ['mock'],
  },
} as const satisfies Record<string, Clause>;
