import type { Clause } from './clause.ts';

export const serviceClauses = {
  'svc.1': {
    statement:
      'Hotels, rental cars, transfers and tours or tickets are all booked in the same three steps: Search, GetBookingConditions, DoBooking.',
    needs: ['mock', 'judge', 'client'],
  },
  'svc.2': {
    statement:
      'A complete trip uses AirportDetail, Autocomplete (source of the destination id), HotelDetail, Search, GetBookingConditions (checks the price) and DoBooking (makes the booking). Cancel optionally cancels the trip or one service.',
    needs: ['mock', 'judge', 'client'],
  },
  'svc.3': {
    statement:
      'Payment by card is a separate operation. A client pays with this operation if Search returned the offer with IsPrePayment true.',
    needs: ['mock', 'judge', 'client'],
  },
  'svc.4': {
    statement: 'The back office can list the bookings that changed, and return any single booking in detail.',
    needs: ['mock', 'client'],
  },
  'svc.5': {
    statement: 'Request and answer bodies are JSON. An answer may be compressed with gzip.',
    needs: ['mock', 'client'],
  },
  'svc.6': {
    statement: 'The inventory comes from more than one supplier.',
    needs: ['mock'],
  },
  'svc.7': {
    statement:
      'Support answers e-mail from Monday to Friday, 09:00-18:00 GMT-3. Phone and chat are for emergencies only, such as an outage or errors while booking.',
    needs: ['client'],
  },
  'svc.8': {
    statement:
      'A caller of the tool server without commercial credentials gets documentation, but never inventory.',
    needs: ['mock'],
  },
} as const satisfies Record<string, Clause>;
