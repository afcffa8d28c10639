import type { AnyOperation, OperationId } from '#contracts';

/** An operation of the supplier, or a tool of its tool server. */
export type CallId = OperationId | `tools/${string}`;

/** What policies need to know of what is called. */
export interface Called extends Pick<AnyOperation, 'id' | 'effect'> {
  /** Which credential the call carries, and counts for: the Credential, the static token, or the tool server's token. */
  readonly base: AnyOperation['base'] | 'tools';
}

/** One call on its way through the policies. */
export interface Call {
  readonly id: CallId;
  readonly operation: Called;
  /** The request in contract names, with its credential. */
  readonly request: object;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the call and every wait for it early. */
  readonly signal: AbortSignal | undefined;
  /** Counted from 1. */
  readonly attempt: number;
  /** How often it may be sent; the caller repeats it in another way when that is less than usual. */
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

/** Wraps a way to send calls: it waits, repeats or refuses. */
export type Policy = (next: Send) => Send;

/**
 * Policies around a way to send, the first one outermost.
 *
 * @example compose([retry, breaker, timeout], exchange)
 */
export const compose = (policies: readonly Policy[], send: Send): Send =>
  policies.reduceRight((next, policy) => policy(next), send);
