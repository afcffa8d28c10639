import type { ExchangeState, Outcome } from './exchange.ts';
import { standardHeaders } from './headers.ts';

/** Stamps an answer with the time it is given: a poll may have moved the clock since the call came. */
export function finish(
  { sandbox, number }: ExchangeState,
  answered: Pick<Outcome, 'status' | 'body' | 'isAscii'>,
  extraHeaders: Record<string, string> = {},
): Outcome {
  const at = sandbox.clock.now();
  const headers = { ...standardHeaders(sandbox.identity.id, number, at), ...extraHeaders };
  return { ...answered, at, headers, extraHeaders };
}

/** What is said of an error that is none of the client's. */
export function defectText(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `the stand-in failed, which is a defect of it and not of your call: ${what}`;
}
