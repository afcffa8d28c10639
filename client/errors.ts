import type { ErrorEntry } from '#contracts';
import { maskText } from '#contracts/exchange';
import type { CallId } from './calls.ts';

/** What every error of a call says: which operation, and after how many attempts. */
interface Failed {
  readonly operation: CallId;
  readonly attempt: number;
}

const placeOf = ({ operation, attempt }: Failed): string =>
  attempt > 1 ? `${operation}, attempt ${attempt}` : operation;

/** Some stacks give the reason only in the cause; some quote the address, which can hold the static token. */
function causeText(error: unknown, addresses: readonly string[]): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const outer = error instanceof Error ? error.message : String(error);
  const reason = [outer, inner].filter(text => text !== '').join(': ');
  return addresses.reduce((text, address) => text.replaceAll(address, 'its address'), reason);
}

/** Whether an error or its cause quotes the address: a log that prints it would print the static token. */
const quotes = (error: unknown, addresses: readonly string[]): boolean =>
  error instanceof Error &&
  ([error.message, error.stack].some(text => addresses.some(address => text?.includes(address))) ||
    quotes(error.cause, addresses));

/** An address as it was sent, and as people read it. */
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

  constructor(operation: CallId, message: string, cause?: unknown) {
    super(message, { cause });
    this.operation = operation;
  }
}

/** No answer arrived: the connection was refused, reset, or ended in the middle. The call may have taken effect. */
export class NetworkError extends FailedCall {
  override readonly name = 'NetworkError';

  constructor(failed: Failed, cause: unknown, address: string) {
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

  constructor(failed: Failed, after: number) {
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

/** An answer arrived that cannot be read. The call may have taken effect. */
export class UnreadableAnswerError extends FailedCall {
  override readonly name = 'UnreadableAnswerError';
  readonly status: number;
  /** Its Errors[], where it has some. */
  readonly errors: readonly ErrorEntry[];
  /** What it says of a booking, where it says that much. */
  readonly bookingStatus: string | undefined;

  constructor(failed: Failed, { status, what, errors = [], bookingStatus }: Unreadable, cause?: unknown) {
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
  /** What there is to say beside Errors[]. */
  readonly what?: string;
}

/** An answer with an error status, or a redirect, which is not followed. Its message can be logged: personal data that the supplier quotes is masked (auth.5). */
export class HttpError extends FailedCall {
  override readonly name = 'HttpError';
  /** 0 for a redirect in a browser, which hides its status. */
  readonly status: number;
  /** Its Errors[]: with 400, one entry for each wrong field (err.400). */
  readonly errors: readonly ErrorEntry[];
  /** How long Retry-After asks to wait, in milliseconds (err.429). */
  readonly retryAfter: number | undefined;

  constructor(failed: Failed, { status, errors, retryAfter, what = '' }: ErrorAnswer) {
    const why = [what, ...errors.map(entryText)].filter(entry => entry !== '').join('; ');
    super(failed.operation, `${placeOf(failed)}: HTTP ${status}${why && `, ${maskText(why)}`}`);
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** An endpoint failed too often in a row and rests (err.breaker); `cause` is the failure of this call, if it opened the breaker. */
export class CircuitOpenError extends FailedCall {
  override readonly name = 'CircuitOpenError';
  /** When one trial call may pass, epoch milliseconds. */
  readonly until: number;

  constructor(operation: CallId, until: number, cause?: HttpError) {
    const what = cause ? cause.message : `${operation}: not sent`;
    super(operation, `${what}; its circuit breaker is open until ${new Date(until).toISOString()}`, cause);
    this.until = until;
  }
}

/** The call was not sent: its token or conditions expired while it waited for its turn (limit.conditions). */
export class OutdatedError extends FailedCall {
  override readonly name = 'OutdatedError';

  constructor(operation: CallId) {
    super(operation, `${operation}: not sent, what it rests on grew too old while it waited`);
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

/** Whether an error is one of a call. */
export const isCallError = (error: unknown): error is CallError => error instanceof FailedCall;

/** Whether no answer arrived, or none that can be read: the call may have taken effect. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof TimeoutError || error instanceof UnreadableAnswerError;

/** Whether the credential was refused: no repetition helps (err.401). */
export const isUnauthorised = (error: unknown): boolean => error instanceof HttpError && error.status === 401;

/** Whether the supplier refused a call before all else because there were too many (err.429). */
export const isTooOften = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 429;

/** Whether the supplier may have acted on a call that ended with an error (flow.3). */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof CircuitOpenError) return error.cause !== undefined;
  return error instanceof HttpError ? !isRefusal(error) : isUnanswered(error);
}

/** These statuses say by themselves that nothing was done. */
const refusing: readonly number[] = [401, 404, 405, 429];
/** A proxy can answer these after it has passed the call on. */
const doubtful: readonly number[] = [408, 409, 425];

/** Whether the supplier itself refused, and says why: a proxy's error page says nothing of a booking. */
function isRefusal({ status, errors }: HttpError): boolean {
  if (refusing.includes(status)) return true;
  return status >= 400 && status < 500 && errors.length > 0 && !doubtful.includes(status);
}
