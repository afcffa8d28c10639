import { type AnyOperation, type OperationId, operations, type RequestOf, type ResponseOf } from '#contracts';
import type { CallAnswer, Send } from './call.ts';

/** The credentials that the client adds to every request. */
type Credentials = 'Credential' | 'token' | 'managerId';
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The request of an operation, without the credentials that the client adds. */
export type RequestBody<Id extends OperationId> = Without<RequestOf<Id>, Credentials>;

/** How a single call is made. */
export interface CallOptions {
  /** Ends the call, and every wait for it, early: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** One per wanted booking: the same for a repetition, a new one for another booking (flow.3). */
  readonly idempotencyKey?: string | undefined;
  /** How often it may be sent, five times by default; only what may be repeated is (decision 3). */
  readonly attempts?: number | undefined;
  /** Not sent from this instant on, epoch milliseconds, however long it waited: it ends as an OutdatedError. */
  readonly goodUntil?: number | undefined;
  /** Awaited right before each attempt leaves. */
  readonly leaving?: (() => Promise<void>) | undefined;
}

/** An answer, and when it arrived. */
export interface Arrived<Answer> {
  readonly answer: Answer;
  /** Epoch milliseconds of the client's clock. */
  readonly at: number;
}

/** Calls any operation of the supplier. */
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
    const operation: AnyOperation = operations[id];
    const came: CallAnswer = await send({
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
    return { answer: came.body as ResponseOf<typeof id>, at: came.at };
  };
}

/** The Credential belongs into the body (auth.1), the static token and the managerId into the address (auth.4). */
function credentialsOf({ base, id }: AnyOperation, { credential, staticToken, managerId }: Access): object {
  if (base === 'base') return { Credential: credential };
  if (staticToken === undefined || managerId === undefined)
    throw new TypeError(`${id} needs the client's options staticToken and managerId`);
  return { token: staticToken, managerId };
}
