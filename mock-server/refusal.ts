import { type Complaint, type ErrorEntry, type ProblemCode, problems } from '#contracts';
import { maskText } from '#contracts/exchange';

/** Ends a request with an error answer. Handlers throw it; the pipeline turns it into the answer. */
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
 * A refusal with one entry.
 *
 * @example throw refuse('NotFound', 'no booking "12" here', 'BookingId')
 */
export function refuse(code: ProblemCode, message: string, field?: string): Refusal {
  return new Refusal([problem(code, message, field)]);
}

/** A refusal that names every wrong field at once (err.400). */
export function refuseFields(complaints: readonly Complaint[]): Refusal {
  return new Refusal(complaints.map(({ field, message }) => problem('InvalidRequest', message, field)));
}

const longestMessage = 1_000;

/** One entry of Errors[]. Messages repeat what the client sent, so they are masked, and bounded, like a log (auth.5). */
export function problem(code: ProblemCode, message: string, field?: string): ErrorEntry {
  const masked = maskText(message.slice(0, 2 * longestMessage));
  const Message = masked.length > longestMessage ? `${masked.slice(0, longestMessage)}…` : masked;
  return field === undefined ? { Code: code, Message } : { Code: code, Message, Field: field };
}
