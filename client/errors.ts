import type { ErrorEntry } from '#contracts';
import { maskText } from '#contracts/util';
import type { Call, CallId } from './calls.ts';

type FailedAttempt = Pick<Call, 'id' | 'attempt'>;

const placeOf = ({ id, attempt }: FailedAttempt): string => (attempt > 1 ? `${id}, attempt ${attempt}` : id);

/** Some platforms give the reason only in the cause; others quote the address, which can contain the static token. */
function causeText(error: unknown, addresses: readonly string[]): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const outer = error instanceof Error ? error.message : String(error);
  const reason = [outer, inner].filter(text => text !== '').join(': ');
  return addresses.reduce((text, address) => text.replaceAll(address, 'its address'), reason);
}

const quotes = (error: unknown, addresses: readonly string[]): boolean =>
  error instanceof Error &&
  ([error.message, error.stack].some(text => addresses.some(address => text?.includes(address))) ||
    quotes(error.cause, addresses));

/** An error can also quote the address with decoded characters. */
function formsOf(address: string): string[] {
  try {
    return [address, decodeURI(address), decodeURIComponent(address)];
  } catch {
    return [address];
  }
}

class FailedCall extends Error {
  readonly operation: CallId;

  /** @internal */
  constructor(operation: CallId, message: string, cause?: unknown) {
    super(message, { cause });
    this.operation = operation;
  }
}

/** The connection failed before the whole answer arrived. The supplier may have executed the call. */
export class NetworkError extends FailedCall {
  override readonly name = 'NetworkError';

  /** @internal */
  constructor(failed: FailedAttempt, cause: unknown, address: string) {
    const forms = formsOf(address);
    const message = `${placeOf(failed)}: no answer, the connection failed (${causeText(cause, forms)})`;
    super(failed.id, message, quotes(cause, forms) ? undefined : cause);
  }
}

/** No answer arrived in time. The supplier may have executed the call. */
export class TimeoutError extends FailedCall {
  override readonly name = 'TimeoutError';
  /** Milliseconds. */
  readonly after: number;

  /** @internal */
  constructor(failed: FailedAttempt, after: number) {
    super(failed.id, `${placeOf(failed)}: no answer within ${after / 1_000} s`);
    this.after = after;
  }
}

interface Unreadable {
  readonly status: number;
  readonly what: string;
  readonly errors?: readonly ErrorEntry[];
  readonly bookingStatus?: string | undefined;
}

/** The client cannot read the answer. The supplier may have executed the call. */
export class UnreadableAnswerError extends FailedCall {
  override readonly name = 'UnreadableAnswerError';
  readonly status: number;
  /** The Errors[] of the answer, or empty. */
  readonly errors: readonly ErrorEntry[];
  readonly bookingStatus: string | undefined;

  /** @internal */
  constructor(
    failed: FailedAttempt,
    { status, what, errors = [], bookingStatus }: Unreadable,
    cause?: unknown,
  ) {
    super(failed.id, `${placeOf(failed)}: HTTP ${status} with ${what}`, cause);
    this.status = status;
    this.errors = errors;
    this.bookingStatus = bookingStatus;
  }
}

const entryText = ({ Code, Message }: Partial<ErrorEntry>): string =>
  [Code, Message].filter(part => part !== undefined).join(': ');

interface ErrorAnswer {
  readonly status: number;
  readonly errors: readonly ErrorEntry[];
  readonly retryAfter: number | undefined;
  readonly what?: string;
}

/**
 * The supplier answered with an error status, or with a redirect, which the client does not follow. The message masks
 * personal data, so it is safe for logs (auth.5).
 *
 * @example if (error instanceof HttpError && error.status === 401) askForPassword();
 */
export class HttpError extends FailedCall {
  override readonly name = 'HttpError';
  /** The HTTP status; 0 for a redirect in a browser. */
  readonly status: number;
  /** The Errors[] of the answer. With status 400, one entry for each wrong field (err.400). */
  readonly errors: readonly ErrorEntry[];
  /** The Retry-After header in milliseconds (err.429). */
  readonly retryAfter: number | undefined;

  /** @internal */
  constructor(failed: FailedAttempt, { status, errors, retryAfter, what = '' }: ErrorAnswer) {
    const why = [what, ...errors.map(entryText)].filter(entry => entry !== '').join('; ');
    super(failed.id, `${placeOf(failed)}: HTTP ${status}${why && `, ${maskText(why)}`}`);
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** The circuit breaker is open after too many failures in a row (err.breaker). `cause` is the failure that opened it, if this call did. */
export class CircuitOpenError extends FailedCall {
  override readonly name = 'CircuitOpenError';
  /** Then one trial call is sent, in epoch milliseconds. */
  readonly until: number;

  /** @internal */
  constructor(operation: CallId, until: number, cause?: HttpError) {
    const what = cause ? cause.message : `${operation}: not sent`;
    super(operation, `${what}; the circuit breaker is open until ${new Date(until).toISOString()}`, cause);
    this.until = until;
  }
}

/** Not sent, because the token or the conditions of the call had expired (limit.conditions). */
export class OutdatedError extends FailedCall {
  override readonly name = 'OutdatedError';

  /** @internal */
  constructor(operation: CallId) {
    super(
      operation,
      `${operation}: not sent, because the token or the conditions expired before the call; search again`,
    );
  }
}

/** Any error of a call. An aborted call rejects with the reason of its signal. */
export type CallError =
  | NetworkError
  | TimeoutError
  | UnreadableAnswerError
  | HttpError
  | CircuitOpenError
  | OutdatedError;

/**
 * Returns whether a call failed. Other errors are mistakes in the program.
 *
 * @example if (isCallError(error)) console.error(error.operation, error.message);
 */
export const isCallError = (error: unknown): error is CallError => error instanceof FailedCall;

export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof TimeoutError || error instanceof UnreadableAnswerError;

/** The same call cannot succeed later (err.400, err.401). */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 400 || error.status === 401);

/** A call that the rate limit refused has no effect (err.429). */
export const isRateLimited = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 429;

/** The supplier may have acted on the call (flow.3). */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof CircuitOpenError) return error.cause !== undefined;
  return error instanceof HttpError ? !isRefusal(error) : isUnanswered(error);
}

const refusalStatuses: readonly number[] = [401, 404, 405, 429];
/** A proxy can answer with these statuses although the supplier has received the call. */
const ambiguousStatuses: readonly number[] = [408, 409, 425];

/** An error page from a proxy does not show whether the supplier has booked. */
function isRefusal({ status, errors }: HttpError): boolean {
  if (refusalStatuses.includes(status)) return true;
  return status >= 400 && status < 500 && errors.length > 0 && !ambiguousStatuses.includes(status);
}
