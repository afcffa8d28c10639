import { byAssumption, bySpecification, type Provenance } from './provenance.ts';

/** A number with its unit and its provenance. */
export interface Limit {
  readonly value: number;
  readonly unit:
    | 'ms'
    | 'requests per minute'
    | 'attempts'
    | 'answers'
    | 'bytes'
    | 'count'
    | 'characters'
    | 'years';
  readonly provenance: Provenance;
}

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

const limit = (value: number, unit: Limit['unit'], provenance: Provenance): Limit => ({
  value,
  unit,
  provenance,
});

/** All limits of the contract, from the specification or assumed. Durations are in milliseconds. */
export const limits = {
  ratePerMinute: limit(120, 'requests per minute', bySpecification('limit.rate')),
  rateWindow: limit(60 * seconds, 'ms', bySpecification('limit.rate')),
  tokenLife: limit(30 * minutes, 'ms', bySpecification('limit.token')),
  reTokenLife: limit(25 * hours, 'ms', bySpecification('limit.retoken')),
  conditionsAge: limit(5 * minutes, 'ms', bySpecification('limit.conditions')),
  searchTimeout: limit(15 * seconds, 'ms', bySpecification('limit.search-timeout')),
  bookingTimeout: limit(45 * seconds, 'ms', bySpecification('limit.booking-timeout')),
  staticDataAge: limit(30 * days, 'ms', bySpecification('limit.static')),
  searchLatencyP95: limit(2_500, 'ms', bySpecification('limit.latency')),
  onRequestLife: limit(24 * hours, 'ms', bySpecification('limit.on-request')),
  pollWindow: limit(30 * minutes, 'ms', bySpecification('poll.pending')),
  pollPending: limit(10 * minutes, 'ms', bySpecification('poll.pending')),
  pollTechnicalProblem: limit(5 * minutes, 'ms', bySpecification('poll.technical-problem')),
  pollPendingCancellation: limit(5 * minutes, 'ms', bySpecification('poll.pending-cancellation')),
  backoffFirst: limit(250, 'ms', bySpecification('err.retry')),
  attempts: limit(5, 'attempts', bySpecification('err.retry')),
  breakerFailures: limit(3, 'answers', bySpecification('err.breaker')),
  credentialRotation: limit(90 * days, 'ms', bySpecification('auth.5')),

  // The specification does not give the following numbers. Decision 2 explains `breakerRest`.
  breakerRest: limit(30 * seconds, 'ms', byAssumption('limit')),
  rateMargin: limit(1 * seconds, 'ms', byAssumption('limit')),
  // The rate limit needs a much shorter wait, and few users wait longer for an answer.
  longestRetryAfter: limit(10 * minutes, 'ms', byAssumption('limit')),
  otherTimeout: limit(15 * seconds, 'ms', byAssumption('limit')),
  slowDrip: limit(10 * seconds, 'ms', byAssumption('limit')),
  onRequestConfirmation: limit(20 * minutes, 'ms', byAssumption('status')),
  pendingPayment: limit(10 * minutes, 'ms', byAssumption('status')),
  rateSlack: limit(100, 'ms', byAssumption('limit')),
  bodySize: limit(1_048_576, 'bytes', byAssumption('limit')),
  importSize: limit(64 * 1_048_576, 'bytes', byAssumption('limit')),
  // For sending a whole request. Then the server closes the connection.
  requestTime: limit(1 * minutes, 'ms', byAssumption('limit')),
  // Node's own 5 seconds are too short for a client that stops at a breakpoint or on a busy machine: its next call would meet the
  // closing connection.
  idleConnection: limit(75 * seconds, 'ms', byAssumption('limit')),
  // Levels in a body. A valid request has far fewer, and a recursive function can process this many.
  nesting: limit(200, 'count', byAssumption('limit')),
  // No list of a valid request is longer, and the server needs time to check each entry.
  listEntries: limit(1_000, 'count', byAssumption('limit')),
  rooms: limit(9, 'count', byAssumption('limit')),
  servicesPerBooking: limit(99, 'count', byAssumption('limit')),
  guestsPerRoom: limit(9, 'count', byAssumption('limit')),
  nights: limit(30, 'count', byAssumption('limit')),
  rentalDays: limit(90, 'count', byAssumption('limit')),
  serviceDays: limit(30, 'count', byAssumption('limit')),
  travellers: limit(50, 'count', byAssumption('limit')),
  driverAge: limit(18, 'years', byAssumption('limit')),
  hotelIds: limit(200, 'count', byAssumption('limit')),
  childAge: limit(17, 'years', byAssumption('pax')),
  age: limit(120, 'years', byAssumption('pax')),
  sippCodes: limit(100, 'count', byAssumption('limit')),
  // Of a short text, such as the name of a language or of a search type.
  word: limit(40, 'characters', byAssumption('limit')),
  reference: limit(100, 'characters', byAssumption('limit')),
  destinationId: limit(100, 'characters', byAssumption('limit')),
  searchTerm: limit(100, 'characters', byAssumption('limit')),
  suggestions: limit(20, 'count', byAssumption('limit')),
  listedBookings: limit(1_000, 'count', byAssumption('limit')),
  // The server compares every call with all faults of its operation, and every new fault with all others.
  armedFaults: limit(1_000, 'count', byAssumption('limit')),
  // Scenario runs. Each has its own faults, so the server drops those that no call has used for the longest time.
  plays: limit(2_000, 'count', byAssumption('limit')),
  releaseNotes: limit(100, 'count', byAssumption('limit')),
  roomsPerOffer: limit(1_000, 'count', byAssumption('stock')),
} as const satisfies Record<string, Limit>;
