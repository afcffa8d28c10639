import { type Complaint, type ErrorEntry, type ProblemCode, problems } from '#contracts';
import { compact, maskText, shorten } from '#contracts/util';

/** Handlers throw a Refusal, and the pipeline writes the error answer. */
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

export function refuse(code: ProblemCode, message: string, field?: string): Refusal {
  return new Refusal([problem(code, message, field)]);
}

/** An entry for every wrong field (err.400). */
export function refuseFields(complaints: readonly Complaint[]): Refusal {
  return new Refusal(complaints.map(({ field, message }) => problem('InvalidRequest', message, field)));
}

/**
 * The error of a durable store.
 *
 * - `unavailable`: a read or write failed; a later attempt can succeed.
 * - `uncertain`: the store did not confirm a write in time, so the change may or may not exist.
 * - `locked`: another process uses the store.
 * - `version`: another version of this package wrote the store.
 * - `damaged`: the content of the store is not readable.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: 'unavailable' | 'uncertain' | 'locked' | 'version' | 'damaged';

  constructor(code: StoreError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const isDamage = (error: unknown): boolean => error instanceof StoreError && error.code === 'damaged';

/** 503 if a later call can succeed, otherwise 500. */
export function storeRefusal(error: unknown): Refusal {
  const text = storeText(error);
  if (text !== undefined) return new Refusal([problem('ServiceUnavailable', text)], { 'retry-after': '1' });
  const message = error instanceof Error ? error.message : String(error);
  return refuse('InternalError', `the store of this server failed: ${message}`);
}

/** Undefined if a later call would fail in the same way. */
export function storeText(error: unknown): string | undefined {
  if (!(error instanceof StoreError)) return undefined;
  if (error.code === 'unavailable') return `${error.message}; this call changed nothing, send it again later`;
  if (error.code !== 'uncertain') return undefined;
  return `${error.message}; this call may have taken effect, look up the result before you send it again`;
}

const maxMessage = 1_000;

/** A message can repeat values that the client sent, so it is masked and shortened (auth.5). */
export function problem(code: ProblemCode, message: string, field?: string): ErrorEntry {
  const Message = shorten(maskText(message.slice(0, 2 * maxMessage)), maxMessage);
  return compact({ Code: code, Message, Field: field });
}
