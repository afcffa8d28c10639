import { type Complaint, type ErrorEntry, type ProblemCode, problems } from '#contracts';
import { maskText } from '#contracts/exchange';
import type { Namespace } from './sandboxes/index.ts';
import { StoreError } from './store-error.ts';

/** An error that ends a call. Handlers throw a Refusal, and the pipeline writes the error answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly entries: ErrorEntry[];
  readonly headers: Record<string, string>;

  constructor(entries: ErrorEntry[], headers: Record<string, string> = {}) {
    super(entries.map(entry => entry.Message).join('; '));
    this.status = problems[entries[0]?.Code ?? 'InternalError'].status;
    this.entries = entries;
    this.headers = headers;
  }
}

/**
 * Returns a refusal with one entry in its Errors[].
 *
 * @example throw refuse('NotFound', 'no booking "12" here', 'BookingId')
 */
export function refuse(code: ProblemCode, message: string, field?: string): Refusal {
  return new Refusal([problem(code, message, field)]);
}

/** Returns a refusal with an entry for every wrong field (err.400). */
export function refuseFields(complaints: readonly Complaint[]): Refusal {
  return new Refusal(complaints.map(({ field, message }) => problem('InvalidRequest', message, field)));
}

/**
 * Returns the refusal for a call that the durable store prevented: 503 if a later call can succeed, otherwise 500. The
 * call has changed nothing.
 */
export function storeRefusal(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  const passes = error instanceof StoreError && error.code === 'unavailable';
  if (!passes) return refuse('InternalError', `the store of this server failed: ${message}`);
  return new Refusal(
    [problem('ServiceUnavailable', `${message}; this call changed nothing, send it again later`)],
    {
      'retry-after': '1',
    },
  );
}

/** Counts a call towards the rate of a namespace. Returns the refusal for a call that is too early; otherwise undefined. */
export function countCall(namespace: Namespace | undefined): Refusal | undefined {
  const wait = namespace?.takeCall() ?? 0;
  if (!namespace || wait === 0) return undefined;
  const seconds = Math.ceil(wait / 1_000);
  const message = `the quota of the namespace "${namespace.name}" is ${namespace.quotas.requestsPerSecond} requests in a second; try again in ${seconds} s`;
  return new Refusal([problem('RateLimited', message)], { 'retry-after': String(seconds) });
}

const maxMessage = 1_000;

/**
 * Returns one entry of Errors[]. A message can repeat values that the client sent, so this function masks and
 * shortens the message (auth.5).
 */
export function problem(code: ProblemCode, message: string, field?: string): ErrorEntry {
  const masked = maskText(message.slice(0, 2 * maxMessage));
  const Message = masked.length > maxMessage ? `${masked.slice(0, maxMessage)}…` : masked;
  return field === undefined ? { Code: code, Message } : { Code: code, Message, Field: field };
}
