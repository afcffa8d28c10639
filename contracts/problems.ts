import { byAssumption, bySpecification, type Provenance } from './provenance.ts';

/** One kind of error in an answer. */
export interface Problem {
  /** The HTTP status of the answer with this error. Status 200 means a business error in Errors[]. */
  readonly status: number;
  /** Whether a later retry of the same request can succeed. */
  readonly retryable: boolean;
  readonly provenance: Provenance;
  /** A sentence for the docs that says when the supplier returns this error. */
  readonly when: string;
}

const problem = (status: number, provenance: Provenance, when: string, retryable = false): Problem => ({
  status,
  retryable,
  provenance,
  when,
});
const ours = byAssumption('error');

/** All error codes. The codes are assumed: the specification gives HTTP statuses only. */
export const problems = {
  InvalidRequest: problem(
    400,
    bySpecification('err.400'),
    'The request cannot be read, or a field is missing or wrong; one entry names each field.',
  ),
  TokenUnknown: problem(400, ours, 'The Token or ReToken was never issued to this credential here.'),
  TokenExpired: problem(400, bySpecification('limit.token'), 'The Token is older than its life.'),
  TokenConsumed: problem(
    400,
    bySpecification('flow.1'),
    'The Token was used before; every step gives a new one.',
  ),
  TokenWrongStep: problem(400, bySpecification('flow.1'), 'The Token belongs to another step of the flow.'),
  ReTokenExpired: problem(400, bySpecification('limit.retoken'), 'The ReToken key is too old; search again.'),
  BookingClosed: problem(
    400,
    bySpecification('trans.rejected'),
    'The booking or service is final: it can be neither attached to, paid nor cancelled.',
  ),
  UnknownScenario: problem(400, ours, 'The requested scenario does not exist.'),
  InvalidCredential: problem(
    401,
    bySpecification('auth.1'),
    'Credential is absent, ill-formed, unknown or of another sandbox.',
  ),
  InvalidStaticToken: problem(
    401,
    byAssumption('carrier'),
    'The static-data token or the managerId is not known here.',
  ),
  NotFound: problem(404, bySpecification('err.404'), 'No such path, booking, service or static record.'),
  MethodNotAllowed: problem(405, byAssumption('method'), 'The path exists with another method.'),
  SandboxClosed: problem(410, ours, 'The sandbox was closed; its verdicts are final.'),
  PayloadTooLarge: problem(413, byAssumption('limit'), 'The body is larger than the limit.'),
  RateLimited: problem(
    429,
    bySpecification('err.429'),
    'Too many requests of one credential; wait as Retry-After says.',
    true,
  ),
  InternalError: problem(500, bySpecification('err.500'), 'The supplier failed.', true),
  BadGateway: problem(502, ours, 'Something in front of the supplier got no good answer from it.', true),
  ServiceUnavailable: problem(503, ours, 'The supplier takes no calls at the moment.', true),
  GatewayTimeout: problem(504, ours, 'Something in front of the supplier waited too long for it.', true),

  RoomUnavailable: problem(
    200,
    bySpecification('status.rejeitado'),
    'The requested offer is no longer available.',
  ),
  RateChanged: problem(
    200,
    bySpecification('status.rejeitado'),
    'The price moved since the conditions were given.',
  ),
  SupplierTimeout: problem(
    200,
    bySpecification('status.rejeitado'),
    'The supplier behind the inventory did not answer in time.',
  ),
  InvalidName: problem(
    200,
    bySpecification('status.rejeitado'),
    'A guest name holds characters that the supplier refuses.',
  ),
  PaymentDeclined: problem(200, ours, 'The card was declined.'),
  AlreadyCancelled: problem(200, ours, 'The booking or service was cancelled before.'),
  CancellationNotForwarded: problem(
    200,
    bySpecification('status.problema-cancelamento'),
    'The cancellation did not reach the supplier.',
  ),
  SupplierUnavailable: problem(
    200,
    ours,
    'One of the suppliers did not answer; the rest of the result stands.',
  ),
} as const satisfies Record<string, Problem>;

/** An error code in `problems`. */
export type ProblemCode = keyof typeof problems;

/** Returns whether a text is an error code in `problems`. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

/**
 * One entry of Errors[]. This is a type, because an interface is not assignable to the open object in an answer's
 * schema.
 */
export type ErrorEntry = {
  Code: ProblemCode;
  Message: string;
  Field?: string;
};
