import { type AnyOperation, type OperationId, operations, type RequestOf, type ResponseOf } from '#contracts';
import { checkOperation } from './check.ts';

/** An operation of the supplier, or a tool of its tool server. */
export type CallId = OperationId | `tools/${string}`;

/** The part of an operation that policies read. */
export interface PolicyOperation extends Pick<AnyOperation, 'id' | 'effect'> {
  /** The credential that the call carries and counts for: the Credential, the static token, or the tool server's token. */
  readonly base: AnyOperation['base'] | 'tools';
}

/** One call on its way through the policies. */
export interface Call {
  readonly id: CallId;
  readonly operation: PolicyOperation;
  /** The request in contract names, with its credential. */
  readonly request: object;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the call and every wait for it early. */
  readonly signal: AbortSignal | undefined;
  /** Counted from 1. */
  readonly attempt: number;
  /** How often it may be sent. A caller that asks for fewer attempts than usual repeats the call in its own way. */
  readonly attempts?: number | undefined;
  /** Awaited right before each attempt leaves: the caller records it first. */
  readonly leaving?: (() => Promise<void>) | undefined;
  /** When its token or conditions expire, epoch milliseconds: it is not sent from then on. */
  readonly goodUntil?: number | undefined;
}

/** An answer of status 200, in contract names. */
export interface CallAnswer {
  readonly body: unknown;
  /** When it arrived, epoch milliseconds of the client's clock. */
  readonly at: number;
}

/** Sends a call. Rejects with a CallError, or with the reason of the call's signal. */
export type Send = (call: Call) => Promise<CallAnswer>;

/** Wraps a `Send`: it waits, repeats or refuses. */
export type Policy = (next: Send) => Send;

/**
 * Returns a `Send` inside policies, the first one outermost.
 *
 * @example compose([retry, breaker, timeout], exchange)
 */
export const compose = (policies: readonly Policy[], send: Send): Send =>
  policies.reduceRight((next, policy) => policy(next), send);

/** The credentials that the client adds to every request. */
type Credentials = 'Credential' | 'token' | 'managerId';
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The request of an operation, without the credentials that the client adds. */
export type RequestBody<Id extends OperationId> = Without<RequestOf<Id>, Credentials>;

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call, and every wait for it, early: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** One per requested booking: the same for a repetition, a new one for another booking (flow.3). */
  readonly idempotencyKey?: string | undefined;
  /** How often the call may be sent, five times by default. Calls that may have booked are repeated only after a 429 (decision 2). */
  readonly attempts?: number | undefined;
  /** From this instant on, epoch milliseconds, the call is not sent: it rejects with an OutdatedError. */
  readonly goodUntil?: number | undefined;
  /** Awaited right before each attempt leaves. */
  readonly leaving?: (() => Promise<void>) | undefined;
}

/** An answer, and the time of its arrival. */
export interface Arrived<Answer> {
  readonly answer: Answer;
  /** Epoch milliseconds of the client's clock. */
  readonly at: number;
}

/**
 * Calls an operation of the supplier through all policies, typed by the contract; the client adds the credentials. Rejects
 * with a `CallError`, or with the signal's reason.
 *
 * @example const { answer, at } = await client.call('getBooking', { ExternalReference: 'my-trip-1' });
 */
export type CallOperation = <Id extends OperationId>(
  id: Id,
  request: RequestBody<Id>,
  options?: CallOptions,
) => Promise<Arrived<ResponseOf<Id>>>;

/** The credentials of a client. */
export interface Access {
  readonly credential: { readonly Username: string; readonly Password: string };
  readonly staticToken: string | undefined;
  readonly managerId: number | undefined;
}

/** Creates the typed calls: they add the credentials, and keep fields of answers that the contract does not know. */
export function createCalls(send: Send, access: Access): CallOperation {
  return async (id, request, { signal, idempotencyKey, attempts, goodUntil, leaving } = {}) => {
    checkOperation(id);
    const operation: AnyOperation = operations[id];
    const { body, at }: CallAnswer = await send({
      id,
      operation,
      request: { ...credentialsOf(operation, access), ...request },
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      signal,
      attempt: 1,
      attempts,
      goodUntil,
      leaving,
    });
    // The exchange has parsed it by the schema of this operation.
    return { answer: body as ResponseOf<typeof id>, at };
  };
}

/** The Credential belongs into the body (auth.1), the static token and the managerId into the address (auth.4). */
function credentialsOf({ base, id }: AnyOperation, { credential, staticToken, managerId }: Access): object {
  if (base === 'base') return { Credential: credential };
  if (staticToken === undefined || managerId === undefined)
    throw new TypeError(`${id} needs the client's options staticToken and managerId`);
  return { token: staticToken, managerId };
}
