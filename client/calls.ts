import { type AnyOperation, type OperationId, operations, type RequestOf, type ResponseOf } from '#contracts';
import { checkOperation } from './check.ts';

/** The id of an operation of the supplier, or the id of a tool on the supplier's tool server. */
export type CallId = OperationId | `tools/${string}`;

/** The properties of an operation that the policies (retry, rate limit and so on) need. */
export interface PolicyOperation extends Pick<AnyOperation, 'id' | 'effect'> {
  /**
   * Which of the supplier's base addresses the call uses. For each address, the client has a different credential: the
   * Credential, the static token, or the token of the tool server.
   */
  readonly base: AnyOperation['base'] | 'tools';
}

export interface Call {
  readonly id: CallId;
  readonly operation: PolicyOperation;
  readonly request: object;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** The number of this attempt; 1 for the first one. */
  readonly attempt: number;
  /** The number is 1 if the flow itself repeats the call. */
  readonly attempts?: number | undefined;
  /** A flow uses this function to record the attempt. */
  readonly leaving?: (() => Promise<void>) | undefined;
  /**
   * The client does not send the call after this time (epoch milliseconds), because its token or its conditions have expired.
   */
  readonly goodUntil?: number | undefined;
}

/** An answer with status 200. The body has the field names of the contract. */
export interface CallAnswer {
  readonly body: unknown;
  readonly at: number;
}

export type Send = (call: Call) => Promise<CallAnswer>;

export type Policy = (next: Send) => Send;

/** Returns a `Send` that passes each call through the policies, the outermost first. */
export const compose = (policies: readonly Policy[], send: Send): Send =>
  policies.reduceRight((next, policy) => policy(next), send);

type Credentials = 'Credential' | 'token' | 'managerId';
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The request of an operation, without the credentials that the client adds. */
export type RequestBody<Id extends OperationId> = Without<RequestOf<Id>, Credentials>;

/** Options of a single call. */
export interface CallOptions {
  /** The signal that aborts the call, also while the call waits to be sent. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The Idempotency-Key. Use a new key for each booking, and the same key again when you repeat its call (flow.3). */
  readonly idempotencyKey?: string | undefined;
  /**
   * The maximum number of attempts. The default is 5. If a call may have booked, the client repeats the call only after a 429
   * (decision 2).
   */
  readonly attempts?: number | undefined;
  /**
   * The time, in epoch milliseconds, after which the client does not send the call. The call then rejects with an
   * OutdatedError.
   */
  readonly goodUntil?: number | undefined;
  /** The client runs this function right before each attempt, and waits until it ends. */
  readonly leaving?: (() => Promise<void>) | undefined;
}

/** An answer to a call, and the time when the answer arrived. */
export interface TimedAnswer<Answer> {
  readonly answer: Answer;
  /** The time when the answer arrived, in epoch milliseconds of the client's clock. */
  readonly at: number;
}

/**
 * Calls an operation of the supplier through all policies. Request and answer have the types of the contract. The
 * client adds the credentials to the request. Rejects with a `CallError`, or with the signal's reason.
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

/** Returns the Credential for the body (auth.1), or the static token and the managerId for the address (auth.4). */
function credentialsOf(
  { base, id }: AnyOperation,
  { credential, staticToken, managerId }: ClientCredentials,
): object {
  if (base === 'base') return { Credential: credential };
  if (staticToken === undefined || managerId === undefined)
    throw new TypeError(`${id}: the client has no staticToken or managerId; pass both to createClient`);
  return { token: staticToken, managerId };
}
