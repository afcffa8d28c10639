import { type AnyOperation, type OperationId, operations, type RequestOf, type ResponseOf } from '#contracts';
import { checkOperation } from './check.ts';

/** The id of an operation, or of a tool on the tool server. */
export type CallId = OperationId | `tools/${string}`;

/** The properties of an operation that policies need. */
export interface PolicyOperation extends Pick<AnyOperation, 'id' | 'effect'> {
  /** The base address of the call. Each one has its own credential. */
  readonly base: AnyOperation['base'] | 'tools';
}

export interface Call {
  readonly id: CallId;
  readonly operation: PolicyOperation;
  readonly request: object;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** From 1. */
  readonly attempt: number;
  readonly attempts?: number | undefined;
  readonly leaving?: (() => Promise<void>) | undefined;
  /** Epoch milliseconds. */
  readonly goodUntil?: number | undefined;
}

export interface CallAnswer {
  readonly body: unknown;
  readonly at: number;
}

export type Send = (call: Call) => Promise<CallAnswer>;

export type Policy = (next: Send) => Send;

export const compose = (policies: readonly Policy[], send: Send): Send =>
  policies.reduceRight((next, policy) => policy(next), send);

type Credentials = 'Credential' | 'token' | 'managerId';
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The request of an operation, without the credentials that the client adds. */
export type RequestBody<Id extends OperationId> = Without<RequestOf<Id>, Credentials>;

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, also while it waits to be sent. The call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The Idempotency-Key: a new key for each booking, the same key when you repeat its call (flow.3). */
  readonly idempotencyKey?: string | undefined;
  /** The maximum number of attempts; default 5. A call that may have booked is repeated only after a 429 (decision 2). */
  readonly attempts?: number | undefined;
  /** After this time (epoch milliseconds), the call is not sent, and rejects with an OutdatedError. */
  readonly goodUntil?: number | undefined;
  /** Runs right before each attempt, which waits for its end. */
  readonly leaving?: (() => Promise<void>) | undefined;
}

/** An answer, and when it arrived. */
export interface TimedAnswer<Answer> {
  readonly answer: Answer;
  /** Epoch milliseconds of the client's clock. */
  readonly at: number;
}

/**
 * Calls an operation through all policies, with the types of the contract. The client adds the credentials. Rejects with a
 * `CallError`, or with the reason of the signal.
 *
 * @example const { answer, at } = await client.call('getBooking', { ExternalReference: 'my-trip-1' });
 */
export type CallOperation = <Id extends OperationId>(
  id: Id,
  request: RequestBody<Id>,
  options?: CallOptions,
) => Promise<TimedAnswer<ResponseOf<Id>>>;

export interface ClientCredentials {
  readonly credential: { readonly Username: string; readonly Password: string };
  readonly staticToken: string | undefined;
  readonly managerId: number | undefined;
}

export function createCalls(send: Send, credentials: ClientCredentials): CallOperation {
  return async (id, request, { signal, idempotencyKey, attempts, goodUntil, leaving } = {}) => {
    checkOperation(id);
    const operation: AnyOperation = operations[id];
    const { body, at }: CallAnswer = await send({
      id,
      operation,
      request: { ...credentialsOf(operation, credentials), ...request },
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      signal,
      attempt: 1,
      attempts,
      goodUntil,
      leaving,
    });
    // `createExchange` has checked the body against the schema of this operation.
    return { answer: body as ResponseOf<typeof id>, at };
  };
}

/** In the body (auth.1), or in the address (auth.4). */
function credentialsOf(
  { base, id }: AnyOperation,
  { credential, staticToken, managerId }: ClientCredentials,
): object {
  if (base === 'base') return { Credential: credential };
  if (staticToken === undefined || managerId === undefined)
    throw new TypeError(`${id}: the client has no staticToken or managerId; pass both to createClient`);
  return { token: staticToken, managerId };
}
