import type { Clause } from './clause.ts';

/** Endpoints of the booking API and of the tool server (ep, tool). */
export const endpointClauses = {
  'ep.airport': {
    statement:
      'AirportDetail is GET {commons_url}/new/api/v1/mapping/airport/{airportCode}/token/{token} and demands an integer managerId for which the path has no place.',
    needs: ['mock', 'judge', 'client'],
  },
  'ep.hotel-detail': {
    statement:
      'HotelDetail is GET {commons_url}/new/api/v1/mapping/hotel/{hotelId}/token/{token}, where hotelId and managerId are integers.',
    needs: ['mock', 'judge', 'client'],
  },
  'ep.static-refresh': {
    statement:
      'A client keeps static data in a cache of its own and fetches it afresh about once in 30 days.',
    needs: ['judge', 'client'],
  },
  'ep.pay': {
    statement: 'payBooking is POST {base_url}/API/REST/Payment.svc/payBooking.',
    needs: ['mock', 'client'],
  },
  'ep.detail': {
    statement:
      'GetBookingDetail is POST {base_url}/API/REST/ClientBackOffice.svc/GetBookingDetail; it takes Credential and BookingId and may answer with a Booking.',
    needs: ['mock', 'client'],
  },
  'ep.list': {
    statement:
      'GetBookingList is POST {base_url}/API/REST/ClientBackOffice.svc/GetBookingList; it takes Credential and perhaps SearchBookingCriteria, and names the bookings in which status, amount, period or passengers changed.',
    needs: ['mock', 'client'],
  },
  'ep.unspecified': {
    statement:
      'Search, GetBookingConditions, RevalidateBookingConditions, DoBooking, Cancel, GetBooking and Autocomplete have a name but no contract, and so have the answers of AirportDetail, payBooking, GetBookingList and the tools: what stands here is assumed, labelled as such and can be replaced.',
    needs: ['mock', 'client'],
  },
  'tool.transport': {
    statement:
      'The tool server takes JSON-RPC 2.0 over streamable HTTP, revision 2025-06-18, at POST {mcp_url} and answers GET, DELETE and every other method with 405.',
    needs: ['mock', 'judge'],
  },
  'tool.headers': {
    statement:
      'Each POST to the tool server has a bearer token in Authorization, Accept "application/json, text/event-stream" and Content-Type application/json.',
    needs: ['mock', 'judge'],
  },
  'tool.methods': {
    statement:
      'A tool message has jsonrpc "2.0", an integer id and the method tools/list or tools/call, the latter with a name and arguments.',
    needs: ['mock'],
  },
  'tool.list-endpoints': {
    statement: 'list_endpoints gives groups and endpoints, narrowed by product or search if these are sent.',
    needs: ['mock'],
  },
  'tool.get-endpoint': {
    statement:
      'get_endpoint explains the endpoint named by endpointId: its parameters, a curl to try and its answer.',
    needs: ['mock'],
  },
  'tool.get-changelog': {
    statement:
      'get_changelog gives the latest release notes first, narrowed by service, since or limit if these are sent.',
    needs: ['mock'],
  },
  'tool.get-reference': {
    statement:
      'get_reference explains the topic booking_statuses, retoken, date_conventions or all; a call that names none is assumed to mean all.',
    needs: ['mock'],
  },
} as const satisfies Record<string, Clause>;
