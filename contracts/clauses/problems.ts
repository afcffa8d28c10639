import { byAssumption, bySpecification, type Provenance } from './provenance.ts';

/** A kind of error that an answer can contain. */
export interface Problem {
  /** The HTTP status of an answer with this error. Status 200 means that the error is a business error in Errors[]. */
  readonly status: number;
  /** True if a later retry of the same request can succeed. */
  readonly retryable: boolean;
  readonly provenance: Provenance;
  /** A sentence for the OpenAPI document that says when the supplier returns this error. */
  readonly when: string;
}

const problem = (status: number, provenance: Provenance, when: string, retryable = false): Problem => ({
  status,
  retryable,
  provenance,
  when,
});
const ours = byAssumption('error');

/** All error codes. The codes are assumed, because the specification gives only HTTP statuses. */
export const problems = {
  InvalidRequest: problem(
    400,
    bySpecification('err.400'),
    'The server cannot read the request, or fields are missing or wrong. Errors[] has one entry for each field.',
  ),
  TokenUnknown: problem(400, ours, 'This server never issued the Token or ReToken to this credential.'),
  TokenExpired: problem(400, bySpecification('limit.token'), 'The Token is older than its lifetime.'),
  TokenConsumed: problem(
    400,
    bySpecification('flow.1'),
    'The Token was already used. Every step returns a new Token.',
  ),
  TokenWrongStep: problem(400, bySpecification('flow.1'), 'The Token belongs to another step of the flow.'),
  ReTokenExpired: problem(400, bySpecification('limit.retoken'), 'The ReToken is too old; search again.'),
  BookingClosed: problem(
    400,
    bySpecification('trans.rejected'),
    'The status of the booking or service is final. No client can extend, pay or cancel a final booking.',
  ),
  UnknownScenario: problem(400, ours, 'The requested scenario does not exist.'),
  InvalidCredential: problem(
    401,
    bySpecification('auth.1'),
    'The Credential is missing, malformed or unknown, or belongs to another sandbox.',
  ),
  InvalidStaticToken: problem(
    401,
    byAssumption('carrier'),
    'This server does not know the token for static data or the managerId.',
  ),
  NotFound: problem(
    404,
    bySpecification('err.404'),
    'The path, booking, service or static record does not exist.',
  ),
  MethodNotAllowed: problem(405, byAssumption('method'), 'The path exists, but not with this method.'),
  SandboxClosed: problem(410, ours, 'The sandbox was closed, and its verdicts are final.'),
  PayloadTooLarge: problem(413, byAssumption('limit'), 'The body is larger than the limit.'),
  RateLimited: problem(
    429,
    bySpecification('err.429'),
    'Too many requests with one credential; wait for the time in Retry-After.',
    true,
  ),
  InternalError: problem(500, bySpecification('err.500'), 'The supplier had an internal error.', true),
  BadGateway: problem(
    502,
    ours,
    'A gateway in front of the supplier received no valid answer from the supplier.',
    true,
  ),
  ServiceUnavailable: problem(503, ours, 'The supplier accepts no calls at the moment.', true),
  QuotaExceeded: problem(
    507,
    ours,
    'The sandboxes of this team have as many bookings as the server allows, or the server uses all of its memory.',
  ),
  GatewayTimeout: problem(
    504,
    ours,
    'A gateway in front of the supplier waited too long for an answer.',
    true,
  ),

  RoomUnavailable: problem(
    200,
    bySpecification('status.rejeitado'),
    'The requested offer is no longer available.',
  ),
  RateChanged: problem(
    200,
    bySpecification('status.rejeitado'),
    'The price changed after the supplier returned the conditions.',
  ),
  SupplierTimeout: problem(
    200,
    bySpecification('status.rejeitado'),
    'The company that provides the service did not answer in time.',
  ),
  InvalidName: problem(
    200,
    bySpecification('status.rejeitado'),
    'A guest name contains characters that the supplier refuses.',
  ),
  PaymentDeclined: problem(200, ours, 'The card was declined.'),
  AlreadyCancelled: problem(200, ours, 'The booking or service was already cancelled.'),
  CancellationNotForwarded: problem(
    200,
    bySpecification('status.problema-cancelamento'),
    'The cancellation did not reach the supplier.',
  ),
  SupplierUnavailable: problem(
    200,
    ours,
    'One of the companies that provide services did not answer. The other results are valid.',
  ),
} as const satisfies Record<string, Problem>;

/** An error code in `problems`. */
export type ProblemCode = keyof typeof problems;

/** Returns whether a text is an error code in `problems`. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

/**
 * One entry of Errors[]. This declaration is a type, because an interface is not assignable to the open object in the
 * schema of an answer.
 */
export type ErrorEntry = {
  Code: ProblemCode;
  Message: string;
  Field?: string;
};
