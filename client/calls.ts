import { type AnyOperation, type OperationId, operations, type RequestOf, type ResponseOf } from '#contracts';
import type { CallAnswer, Send } from './call.ts';

/** What proves who asks: the client adds it to every request. */
type Proof = 'Credential' | 'token' | 'managerId';
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What an operation is asked, without what the client adds by itself. */
export type Asked<Id extends OperationId> = Without<RequestOf<Id>, Proof>;

/** How a single call is made. */
export interface CallOptions {
  /** Ends the call, and every wait for it, early: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** One per wanted booking: the same for a repetition, a new one for another booking (flow.3). */
  readonly idempotencyKey?: string | undefined;
  /** How often it may be sent at most; five times when absent, and by itself only what may be repeated (decision 3). */
  readonly attempts?: number | undefined;
  /** Not to be sent from this instant on, epoch milliseconds, however long it had to wait: it ends as an OutdatedError. */
  readonly goodUntil?: number | undefined;
  /** Told right before each time that it is sent; the call waits for it. */
  readonly leaving?: (() => Promise<void>) | undefined;
}

/** An answer with the instant at which it had come. */
export interface Came<Answer> {
  readonly answer: Answer;
  /** Epoch milliseconds of the client's clock. */
  readonly at: number;
}

/** Calls any operation of the supplier. */
export type CallOperation = <Id extends OperationId>(
  id: Id,
  request: Asked<Id>,
  options?: CallOptions,
) => Promise<Came<ResponseOf<Id>>>;

/** Who asks. */
export interface Access {
  readonly credential: { readonly Username: string; readonly Password: string };
  readonly staticToken: string | undefined;
  readonly managerId: number | undefined;
}

/** Calls by a way to send them: adds the proof, and reads answers by the contract; fields it does not know are kept. */
export function createCalls(send: Send, access: Access): CallOperation {
  return async (id, request, { signal, idempotencyKey, attempts, goodUntil, leaving } = {}) => {
    const operation: AnyOperation = operations[id];
    const came: CallAnswer = await send({
      id,
      operation,
      request: { ...proofOf(operation, access), ...request },
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
function proofOf({ base, id }: AnyOperation, { credential, staticToken, managerId }: Access): object {
  if (base === 'base') return { Credential: credential };
  if (staticToken === undefined || managerId === undefined)
    throw new TypeError(`${id} needs the client's options staticToken and managerId`);
  return { token: staticToken, managerId };
}
