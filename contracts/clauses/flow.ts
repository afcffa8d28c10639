import type { Clause } from './clause.ts';

/** Rules that bind the booking flow, and authentication (flow, auth). */
export const flowClauses = {
  'flow.1': {
    statement:
      'The Token of a Search is good for 30 minutes; GetBookingConditions uses it up and issues the one that DoBooking uses up, so DoBooking never sends the Token of a Search.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.2': {
    statement:
      'Conditions are fetched under 5 minutes ahead of DoBooking, their TotalSellingPrice is held against that of the Search, and the user learns of any difference before agreeing.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.3': {
    statement:
      'Sending DoBooking twice can book twice: whoever got no answer looks with GetBooking first, every DoBooking has an Idempotency-Key of its own (UUID v4), and a lock covers hotel, room ids, check-in date and user.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.4': {
    statement:
      'Status 200 proves nothing while the body may say bookingStatus FAILED or list Errors[], so the body is read every time.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.5': {
    statement:
      'What is sold OnRequest begins as OnRequest/PENDING, which is not yet a success, and GetBooking is polled until it is CONFIRMED or has expired.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.6': {
    statement: 'With CanPayLater false the card pays in the moment of booking.',
    needs: ['mock', 'judge', 'client'],
  },
  'flow.7': {
    statement:
      'A tax in a foreign currency enters a sum only after a conversion that is labelled approximate, and a missing PropertyTaxes is no promise that nothing is due.',
    needs: ['judge', 'client'],
  },
  'auth.1': {
    statement:
      'Every booking call brings its Credential in the body and is refused with 401 if that is not valid.',
    needs: ['mock', 'judge', 'client'],
  },
  'auth.2': {
    statement: 'Session tokens are replaced from one step to the next.',
    needs: ['mock', 'judge', 'client'],
  },
  'auth.3': {
    statement:
      'The tool server compares the value after "Bearer" as it stands; production calls made through it need Username and Password besides.',
    needs: ['mock'],
    excluded: 'The second half has no object here: no inventory can be reached through this tool server.',
  },
  'auth.4': {
    statement: 'Static endpoints are unlocked by token and managerId, both in the URL.',
    needs: ['mock', 'judge', 'client'],
  },
  'auth.5': {
    statement:
      'Card data is tokenised and kept out of logs, documents and e-mail addresses are masked there, credentials live as secrets and change every 90 days, and mutual TLS is on offer.',
    needs: ['judge', 'client'],
    excluded:
      'Rotation every 90 days and mutual TLS are matters of operation that neither traffic nor output can show.',
  },
} as const satisfies Record<string, Clause>;
