import type { ClauseId } from './clauses.ts';
import { byAssumption, bySpecification, type Provenance } from './provenance.ts';

/** A kind of error that an answer can contain. */
export interface Problem {
  /** The HTTP status; 200 means a business error in Errors[]. */
  readonly status: number;
  /** Whether a later retry can succeed. */
  readonly retryable: boolean;
  readonly provenance: Provenance;
  /** A sentence for the OpenAPI document. */
  readonly when: string;
}

const problem = (status: number, provenance: Provenance, when: string, retryable = false): Problem => ({
  status,
  retryable,
  provenance,
  when,
});
const given = (status: number, clause: ClauseId, when: string, retryable?: boolean) =>
  problem(status, bySpecification(clause), when, retryable);
const ours = (status: number, when: string, retryable?: boolean) =>
  problem(status, byAssumption('error'), when, retryable);

/** All error codes. The codes are assumed, because the specification gives only HTTP statuses. */
export const problems = {
  InvalidRequest: given(
    400,
    'err.400',
    'The server cannot read the request, or fields are missing or wrong. Errors[] has one entry for each field.',
  ),
  TokenUnknown: ours(400, 'This server never issued the Token or ReToken to this credential.'),
  TokenExpired: given(400, 'limit.token', 'The Token is older than its lifetime.'),
  TokenConsumed: given(400, 'flow.1', 'The Token was already used. Every step returns a new Token.'),
  TokenWrongStep: given(400, 'flow.1', 'The Token belongs to another step of the flow.'),
  ReTokenExpired: given(400, 'limit.retoken', 'The ReToken is too old; search again.'),
  BookingClosed: given(
    400,
    'trans.rejected',
    'The status of the booking or service is final. No client can extend, pay or cancel a final booking.',
  ),
  UnknownScenario: ours(400, 'The requested scenario does not exist.'),
  InvalidCredential: given(
    401,
    'auth.1',
    'The Credential is missing, malformed or unknown, or belongs to another sandbox.',
  ),
  InvalidStaticToken: problem(
    401,
    byAssumption('carrier'),
    'This server does not know the token for static data or the managerId.',
  ),
  NotFound: given(404, 'err.404', 'The path, booking, service or static record does not exist.'),
  MethodNotAllowed: problem(405, byAssumption('method'), 'The path exists, but not with this method.'),
  SandboxClosed: ours(410, 'The sandbox was closed, and its verdicts are final.'),
  PayloadTooLarge: problem(413, byAssumption('limit'), 'The body is larger than the limit.'),
  RateLimited: given(
    429,
    'err.429',
    'Too many requests with one credential; wait for the time in Retry-After.',
    true,
  ),
  InternalError: given(500, 'err.500', 'The supplier had an internal error.', true),
  BadGateway: ours(
    502,
    'A gateway in front of the supplier received no valid answer from the supplier.',
    true,
  ),
  ServiceUnavailable: ours(503, 'The supplier accepts no calls at the moment.', true),
  QuotaExceeded: ours(
    507,
    'The sandboxes of this team have as many bookings as the server allows, or the server uses all of its memory.',
  ),
  GatewayTimeout: ours(504, 'A gateway in front of the supplier waited too long for an answer.', true),

  RoomUnavailable: given(200, 'status.rejeitado', 'The requested offer is no longer available.'),
  RateChanged: given(
    200,
    'status.rejeitado',
    'The price changed after the supplier returned the conditions.',
  ),
  SupplierTimeout: given(
    200,
    'status.rejeitado',
    'The company that provides the service did not answer in time.',
  ),
  InvalidName: given(200, 'status.rejeitado', 'A guest name contains characters that the supplier refuses.'),
  PaymentDeclined: ours(200, 'The card was declined.'),
  AlreadyCancelled: ours(200, 'The booking or service was already cancelled.'),
  CancellationNotForwarded: given(
    200,
    'status.problema-cancelamento',
    'The cancellation did not reach the supplier.',
  ),
  SupplierUnavailable: ours(
    200,
    'One of the companies that provide services did not answer. The other results are valid.',
  ),
} as const satisfies Record<string, Problem>;

/** An error code in `problems`. */
export type ProblemCode = keyof typeof problems;

/** Returns whether a text is an error code in `problems`. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

/** One entry of Errors[]. An interface would not be assignable to the open object in the schema of an answer. */
export type ErrorEntry = {
  Code: ProblemCode;
  Message: string;
  Field?: string;
};
