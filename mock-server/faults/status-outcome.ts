import type { ProblemCode } from '#contracts';
import type { FaultEffect } from '#contracts/fault';
import type { ExchangeState, Outcome } from '../middleware/exchange.ts';
import { finish } from '../middleware/finish.ts';
import { problem } from '../refusal.ts';

const codes: Readonly<Record<FaultEffect<'status'>['status'], ProblemCode>> = {
  401: 'InvalidCredential',
  404: 'NotFound',
  429: 'RateLimited',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
};

/** What a 429 asks to wait when nobody said, in seconds: it never comes without (err.429). */
const usualWait = 1;

/**
 * An error answer with the status of a fault.
 *
 * @param by the ids of the faults, for whoever reads the message
 */
export function statusOutcome(exchange: ExchangeState, effect: FaultEffect<'status'>, by: string): Outcome {
  const { status } = effect;
  const code = codes[status];
  exchange.answer = { Errors: [problem(code, `answered ${status} by ${by}, a fault of this sandbox`)] };
  const body = [JSON.stringify(exchange.answer)];
  return finish(exchange, { status, body, isAscii: true }, retryAfterOf(effect, exchange.now));
}

function retryAfterOf(
  { status, retryAfter, retryAfterForm }: FaultEffect<'status'>,
  now: number,
): Record<string, string> {
  const seconds = retryAfter ?? (status === 429 ? usualWait : undefined);
  if (seconds === undefined) return {};
  if (retryAfterForm !== 'date') return { 'retry-after': String(seconds) };
  // A date has no milliseconds: cut off, it would ask to come back too early.
  const at = Math.ceil(now / 1_000 + seconds) * 1_000;
  return { 'retry-after': new Date(at).toUTCString() };
}
