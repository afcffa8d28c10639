import type { AnyOperation, OperationId } from '#contracts';

/** What is called: an operation of the supplier, or a tool of its tool server. */
export type CallId = OperationId | `tools/${string}`;

/** What policies need to know of what is called. */
export interface Called extends Pick<AnyOperation, 'id' | 'effect'> {
  /** What proves who asks, and whose calls are counted: the credential, the static token, or that of the tool server. */
  readonly base: AnyOperation['base'] | 'tools';
}

/** One call on its way through the policies. */
export interface Call {
  readonly id: CallId;
  readonly operation: Called;
  /** What is asked, in contract names, with whatever proves who asks. */
  readonly request: object;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the call and every wait for it early. */
  readonly signal: AbortSignal | undefined;
  /** Counted from 1. */
  readonly attempt: number;
  /** How often it may be sent, where that is less than usual: the caller repeats it in another way. */
  readonly attempts?: number | undefined;
  /** Told right before each time that it is sent: what is to be kept first is kept by then. */
  readonly leaving?: (() => Promise<void>) | undefined;
  /** Not to be sent from this instant on, epoch milliseconds: what it rests on is too old then. */
  readonly goodUntil?: number | undefined;
}

/** An answer of status 200, in contract names. */
export interface CallAnswer {
  readonly body: unknown;
  /** When it had come, epoch milliseconds of the client's clock. */
  readonly at: number;
}

/** Sends a call. Rejects with a CallError, or with the reason of the call's signal. */
export type Send = (call: Call) => Promise<CallAnswer>;

/** Something that stands between a caller and the wire: waits, repeats, refuses. */
export type Policy = (next: Send) => Send;

/**
 * Policies around a way to send, the first one outermost.
 *
 * @example compose([retry, breaker, timeout], exchange)
 */
export const compose = (policies: readonly Policy[], send: Send): Send =>
  policies.reduceRight((next, policy) => policy(next), send);
