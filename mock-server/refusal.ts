import { type Complaint, type ErrorEntry, type ProblemCode, problems } from '#contracts';
import { maskText } from '#contracts/exchange';

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
