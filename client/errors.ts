import type { ErrorEntry } from '#contracts';
import { maskText } from '#contracts/exchange';
import type { CallId } from './calls.ts';

/** The operation of a failed call, and the number of the attempt. */
interface FailedAttempt {
  readonly operation: CallId;
  readonly attempt: number;
}

const placeOf = ({ operation, attempt }: FailedAttempt): string =>
  attempt > 1 ? `${operation}, attempt ${attempt}` : operation;

/** Returns the reason of an error. Some stacks give it only in the cause; some quote the address, which can hold the static token. */
function causeText(error: unknown, addresses: readonly string[]): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const outer = error instanceof Error ? error.message : String(error);
  const reason = [outer, inner].filter(text => text !== '').join(': ');
  return addresses.reduce((text, address) => text.replaceAll(address, 'its address'), reason);
}

/** Returns whether an error or its cause quotes the address: a log that prints it would print the static token. */
const quotes = (error: unknown, addresses: readonly string[]): boolean =>
  error instanceof Error &&
  ([error.message, error.stack].some(text => addresses.some(address => text?.includes(address))) ||
    quotes(error.cause, addresses));

/** Returns an address as it was sent, and decoded. */
function formsOf(address: string): string[] {
  try {
    return [address, decodeURI(address), decodeURIComponent(address)];
  } catch {
    return [address];
  }
}

/** An error that a call ends with; an abort rejects with its signal's reason instead. */
class FailedCall extends Error {
  readonly operation: CallId;

  /** @internal */
  constructor(operation: CallId, message: string, cause?: unknown) {
    super(message, { cause });
    this.operation = operation;
  }
}

/** No answer arrived: the connection was refused, reset, or ended in the middle. The call may have taken effect. */
export class NetworkError extends FailedCall {
  override readonly name = 'NetworkError';

  /** @internal */
  constructor(failed: FailedAttempt, cause: unknown, address: string) {
    const forms = formsOf(address);
    const message = `${placeOf(failed)}: no answer, the connection failed (${causeText(cause, forms)})`;
    super(failed.operation, message, quotes(cause, forms) ? undefined : cause);
  }
}

/** No answer arrived in time. The call may have taken effect. */
export class TimeoutError extends FailedCall {
  override readonly name = 'TimeoutError';
  /** How long the client waited, in milliseconds. */
  readonly after: number;

  /** @internal */
  constructor(failed: FailedAttempt, after: number) {
    super(failed.operation, `${placeOf(failed)}: no answer within ${after / 1_000} s`);
    this.after = after;
  }
}

interface Unreadable {
  readonly status: number;
  readonly what: string;
  readonly errors?: readonly ErrorEntry[];
  readonly bookingStatus?: string | undefined;
}

/** The client cannot read the answer. The call may have taken effect. */
export class UnreadableAnswerError extends FailedCall {
  override readonly name = 'UnreadableAnswerError';
  readonly status: number;
  /** The Errors[] of the answer; empty where it has none. */
  readonly errors: readonly ErrorEntry[];
  /** The status word of a booking in the answer, where it has one. */
  readonly bookingStatus: string | undefined;

  /** @internal */
  constructor(
    failed: FailedAttempt,
    { status, what, errors = [], bookingStatus }: Unreadable,
    cause?: unknown,
  ) {
    super(failed.operation, `${placeOf(failed)}: HTTP ${status} with ${what}`, cause);
    this.status = status;
    this.errors = errors;
    this.bookingStatus = bookingStatus;
  }
}

/** An entry of Errors[] on one line; a supplier can leave out either part. */
const entryText = ({ Code, Message }: Partial<ErrorEntry>): string =>
  [Code, Message].filter(part => part !== undefined).join(': ');

interface ErrorAnswer {
  readonly status: number;
  readonly errors: readonly ErrorEntry[];
  readonly retryAfter: number | undefined;
  /** The part of the message before Errors[]. */
  readonly what?: string;
}

/**
 * An answer with an error status, or a redirect, which the client does not follow. Its message can be logged: personal data
 * that the supplier quotes is masked (auth.5).
 *
 * @example if (error instanceof HttpError && error.status === 401) askForPassword();
 */
export class HttpError extends FailedCall {
  override readonly name = 'HttpError';
  /** 0 for a redirect in a browser, which hides its status. */
  readonly status: number;
  /** Its Errors[]: with 400, one entry for each wrong field (err.400). */
  readonly errors: readonly ErrorEntry[];
  /** Retry-After in milliseconds (err.429). */
  readonly retryAfter: number | undefined;

  /** @internal */
  constructor(failed: FailedAttempt, { status, errors, retryAfter, what = '' }: ErrorAnswer) {
    const why = [what, ...errors.map(entryText)].filter(entry => entry !== '').join('; ');
    super(failed.operation, `${placeOf(failed)}: HTTP ${status}${why && `, ${maskText(why)}`}`);
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** The circuit breaker of an endpoint is open after too many failures in a row (err.breaker). `cause` is the failure that opened it, if that is the failure of this call. */
export class CircuitOpenError extends FailedCall {
  override readonly name = 'CircuitOpenError';
  /** When one trial call may pass, epoch milliseconds. */
  readonly until: number;

  /** @internal */
  constructor(operation: CallId, until: number, cause?: HttpError) {
    const what = cause ? cause.message : `${operation}: not sent`;
    super(operation, `${what}; its circuit breaker is open until ${new Date(until).toISOString()}`, cause);
    this.until = until;
  }
}

/** The call was not sent: its token or conditions expired while it waited for its turn (limit.conditions). */
export class OutdatedError extends FailedCall {
  override readonly name = 'OutdatedError';

  /** @internal */
  constructor(operation: CallId) {
    super(operation, `${operation}: not sent, because its token or conditions expired while it waited`);
  }
}

/** Any error that a call ends with; an abort rejects with its signal's reason instead. */
export type CallError =
  | NetworkError
  | TimeoutError
  | UnreadableAnswerError
  | HttpError
  | CircuitOpenError
  | OutdatedError;

/**
 * Returns whether an error is a `CallError`: the failure of a call, and no mistake in the program.
 *
 * @example if (isCallError(error)) console.error(error.operation, error.message);
 */
export const isCallError = (error: unknown): error is CallError => error instanceof FailedCall;

/** Returns whether no answer arrived, or none that the client can read: the call may have taken effect. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof TimeoutError || error instanceof UnreadableAnswerError;

/** Returns whether the supplier refused the credential: no repetition helps (err.401). */
export const isUnauthorised = (error: unknown): boolean => error instanceof HttpError && error.status === 401;

/** Returns whether the supplier refused a call, before it did anything, because there were too many (err.429). */
export const isRateLimited = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 429;

/** Returns whether the supplier may have acted on a call that ended with an error (flow.3). */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof CircuitOpenError) return error.cause !== undefined;
  return error instanceof HttpError ? !isRefusal(error) : isUnanswered(error);
}

/** With these statuses the supplier has done nothing. */
const refusing: readonly number[] = [401, 404, 405, 429];
/** A proxy can answer these after it has passed the call on. */
const doubtful: readonly number[] = [408, 409, 425];

/** Returns whether the supplier itself refused, with a reason: the error page of a proxy does not tell about a booking. */
function isRefusal({ status, errors }: HttpError): boolean {
  if (refusing.includes(status)) return true;
  return status >= 400 && status < 500 && errors.length > 0 && !doubtful.includes(status);
}
