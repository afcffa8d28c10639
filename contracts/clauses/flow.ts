import type { Clause } from './clause.ts';

export const flowClauses = {
  'flow.1': {
    statement:
      'The Token of a Search is valid for 30 minutes. GetBookingConditions uses up this Token and issues a new Token for DoBooking. DoBooking never sends the Token of a Search.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.2': {
    statement:
      'A client requests the conditions less than 5 minutes before DoBooking. The client compares their TotalSellingPrice with the price in the Search, and shows the user any difference before the user agrees.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.3': {
    statement:
      'Two DoBooking calls can create two bookings. After a lost answer, a client first looks for the booking with GetBooking. Every DoBooking has its own Idempotency-Key (UUID v4), and a lock covers hotel, room ids, check-in date and user.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.4': {
    statement:
      'Status 200 proves nothing, because the body may contain bookingStatus FAILED or Errors[]. A client reads the body every time.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.5': {
    statement:
      'An OnRequest offer starts as OnRequest/PENDING, which is not yet a success. A client polls GetBooking until the booking is CONFIRMED or has expired.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.6': {
    statement: 'If CanPayLater is false, the card is charged at the moment of booking.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.7': {
    statement:
      'A client adds a tax in a foreign currency to a sum only after a conversion that is labelled approximate. A missing PropertyTaxes does not mean that no tax is due.',
    needs: ['judge', 'client'],
  },
  'auth.1': {
    statement:
      'Every booking call has its Credential in the body. The service answers 401 to an invalid Credential.',
    needs: ['mock', 'judge', 'client'],
  },
  'auth.2': {
    statement: 'Each step replaces the session Token.',
    needs: ['mock', 'judge', 'client'],
  },
  'auth.3': {
    statement:
      'The tool server compares the value after "Bearer" exactly. Production calls through the tool server also need Username and Password.',
    needs: ['mock'],
    excluded:
      'The sentence about production calls does not apply, because the tool server of the stand-in gives no access to inventory.',
  },
  'auth.4': {
    statement: 'Static endpoints need a token and a managerId, both in the URL.',
    needs: ['mock', 'judge', 'client'],
  },
  'auth.5': {
    statement:
      'Card data is tokenised and kept out of logs. Documents and e-mail addresses are masked in logs. Credentials are stored as secrets and change every 90 days, and mutual TLS is available.',
    needs: ['judge', 'client'],
    excluded:
      'Rotation every 90 days and mutual TLS are matters of operation. Neither the traffic nor the output of a client shows them.',
  },
} as const satisfies Record<string, Clause>;
