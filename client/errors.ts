import type { ErrorEntry } from '#contracts';
import { maskText } from '#contracts/exchange';
import type { CallId } from './call.ts';

/** What every error of a call says: which operation, and after how many attempts. */
interface Failed {
  readonly operation: CallId;
  readonly attempt: number;
}

const said = ({ operation, attempt }: Failed): string =>
  attempt > 1 ? `${operation}, attempt ${attempt}` : operation;

/** Why a fetch failed, in words. Some stacks say so only in the cause, some quote the address, which can hold the static token. */
function tellCause(error: unknown, addresses: readonly string[]): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const outer = error instanceof Error ? error.message : String(error);
  const told = [outer, inner].filter(text => text !== '').join(': ');
  return addresses.reduce((text, address) => text.replaceAll(address, 'its address'), told);
}

/** Whether a failure, or what caused it, tells the address: it is then not handed on, as whoever prints it would print the static token. */
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

/** No answer came: the connection was refused, reset, or ended in the middle. The call may have taken effect. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly operation: CallId;

  constructor(failed: Failed, cause: unknown, address: string) {
    const forms = formsOf(address);
    super(`${said(failed)}: no answer, the connection failed (${tellCause(cause, forms)})`, {
      cause: quotes(cause, forms) ? undefined : cause,
    });
    this.operation = failed.operation;
  }
}

/** No answer came in time. The call may have taken effect. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly operation: CallId;
  /** How long was waited, in milliseconds. */
  readonly after: number;

  constructor(failed: Failed, after: number) {
    super(`${said(failed)}: no answer within ${after / 1_000} s`);
    this.operation = failed.operation;
    this.after = after;
  }
}

interface Unreadable {
  readonly status: number;
  readonly what: string;
  readonly errors?: readonly ErrorEntry[];
  readonly bookingStatus?: string | undefined;
}

/** An answer came, and could not be read. The call may have taken effect. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
  readonly operation: CallId;
  readonly status: number;
  /** What stands in its Errors[], where it has some. */
  readonly errors: readonly ErrorEntry[];
  /** What it says of a booking, where it says that much. */
  readonly bookingStatus: string | undefined;

  constructor(failed: Failed, { status, what, errors = [], bookingStatus }: Unreadable, cause?: unknown) {
    super(`${said(failed)}: HTTP ${status} with ${what}`, { cause });
    this.operation = failed.operation;
    this.status = status;
    this.errors = errors;
    this.bookingStatus = bookingStatus;
  }
}

/** An entry of Errors[] on one line; what a supplier left out is left out. */
const tellEntry = ({ Code, Message }: Partial<ErrorEntry>): string =>
  [Code, Message].filter(part => part !== undefined).join(': ');

/** What an HttpError is made from. */
interface ErrorAnswer {
  readonly status: number;
  readonly errors: readonly ErrorEntry[];
  readonly retryAfter: number | undefined;
  /** What there is to say of it beside Errors[]. */
  readonly what?: string;
}

/** An answer with an error status, or a redirect, which is not followed. Its message can be logged: personal data that the supplier quotes is masked (auth.5). */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly operation: CallId;
  /** 0 for a redirect in a browser, which hides its status. */
  readonly status: number;
  /** What stands in Errors[]: with 400, one entry for each wrong field (err.400). */
  readonly errors: readonly ErrorEntry[];
  /** Milliseconds that Retry-After asks to wait (err.429). */
  readonly retryAfter: number | undefined;

  constructor(failed: Failed, answer: ErrorAnswer) {
    const why = [answer.what ?? '', ...answer.errors.map(tellEntry)].filter(entry => entry !== '');
    super(`${said(failed)}: HTTP ${answer.status}${why.length === 0 ? '' : `, ${maskText(why.join('; '))}`}`);
    this.operation = failed.operation;
    this.status = answer.status;
    this.errors = answer.errors;
    this.retryAfter = answer.retryAfter;
  }
}

/** An endpoint failed too often in a row and rests (err.breaker); `cause` is the failure that opened its breaker, if this call was that one. */
export class CircuitOpenError extends Error {
  override readonly name = 'CircuitOpenError';
  readonly operation: CallId;
  /** When one trial call is let through, epoch milliseconds. */
  readonly until: number;

  constructor(operation: CallId, until: number, cause?: HttpError) {
    const what = cause ? cause.message : `${operation}: not sent`;
    super(`${what}; its circuit breaker is open until ${new Date(until).toISOString()}`, { cause });
    this.operation = operation;
    this.until = until;
  }
}

/** The call was not sent: what it was to be sent with had grown too old while it waited for its turn (limit.conditions). */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError';
  readonly operation: CallId;

  constructor(operation: CallId) {
    super(`${operation}: not sent, what it rests on grew too old while it waited`);
    this.operation = operation;
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
export function isCallError(error: unknown): error is CallError {
  return [NetworkError, TimeoutError, UnreadableAnswerError, HttpError, CircuitOpenError, OutdatedError].some(
    kind => error instanceof kind,
  );
}

/** Whether the credential was refused: no repetition helps (err.401). */
export const isUnauthorised = (error: unknown): boolean => error instanceof HttpError && error.status === 401;

/** Whether the supplier may have acted on a call that ended so: all that came back is not what it did (flow.3). */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof CircuitOpenError) return error.cause !== undefined;
  if (error instanceof HttpError) return !isRefusal(error);
  return (
    error instanceof NetworkError || error instanceof TimeoutError || error instanceof UnreadableAnswerError
  );
}

/** These say by themselves that nothing was done. */
const refusing: readonly number[] = [401, 404, 405, 429];
/** These can come from something on the way that had passed the call on. */
const doubtful: readonly number[] = [408, 409, 425];

/** Whether the supplier itself refused: it says what is wrong. A page of something on the way says nothing of a booking. */
function isRefusal({ status, errors }: HttpError): boolean {
  if (refusing.includes(status)) return true;
  return status >= 400 && status < 500 && errors.length > 0 && !doubtful.includes(status);
}
