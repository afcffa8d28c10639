import type { Clause } from './clause.ts';

/** What the service does (svc). */
export const serviceClauses = {
  'svc.1': {
    statement:
      'Hotels, rental cars, transfers and tours or tickets are all booked in the same three steps: Search, GetBookingConditions, DoBooking.',
    needs: ['mock', 'judge', 'client'],
  },
  'svc.2': {
    statement:
      'A whole trip runs AirportDetail, Autocomplete (source of the destination id), HotelDetail, Search, GetBookingConditions (checks the price), DoBooking (makes it firm) and, where wanted, Cancel of the trip or of one service.',
    needs: ['mock', 'judge', 'client'],
  },
  'svc.3': {
    statement:
      'Paying by card is an operation apart, called when Search marked the offer with IsPrePayment true.',
    needs: ['mock', 'judge', 'client'],
  },
  'svc.4': {
    statement: 'The back office can name the bookings that changed and hand out any single one in detail.',
    needs: ['mock', 'client'],
  },
  'svc.5': {
    statement: 'JSON goes both ways in the bodies; an answer may come gzip-compressed.',
    needs: ['mock', 'client'],
  },
  'svc.6': {
    statement: 'What is on sale is gathered from more than one supplier.',
    needs: ['mock'],
  },
  'svc.7': {
    statement:
      'People answer by e-mail on weekdays, Monday to Friday, 09:00-18:00 GMT-3; phone or chat is kept for emergencies, meaning an outage or errors while booking.',
    needs: ['client'],
  },
  'svc.8': {
    statement:
      'A tool-server caller who has no commercial credentials gets documentation and never inventory.',
    needs: ['mock'],
  },
} as const satisfies Record<string, Clause>;
