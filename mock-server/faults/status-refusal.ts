import type { ProblemCode } from '#contracts';
import type { FaultEffect } from '#contracts/fault';
import { asObject, isObject } from '#contracts/util';
import { problem, Refusal } from '../refusal.ts';
import type { ExchangeState } from './call-state.ts';
import type { Course } from './course.ts';
import { credentialProblem } from './revoked.ts';

const codes: Readonly<Record<Exclude<FaultEffect<'status'>['status'], 401>, ProblemCode>> = {
  400: 'InvalidRequest',
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
 * An error with the status of a fault, as the supplier would answer it.
 *
 * @param by the ids of the faults, for whoever reads the message
 */
export function statusRefusal(
  exchange: ExchangeState,
  effect: NonNullable<Course['status']>,
  by: string,
): Refusal {
  const { status, source } = effect;
  const code = status === 401 ? credentialProblem(exchange) : codes[status];
  const message = `answered ${status} by ${by}, ${source}`;
  const fields = status === 400 ? fieldsOf(exchange.body) : [];
  const entries = fields.map(field => problem(code, message, field));
  return new Refusal(
    entries.length > 0 ? entries : [problem(code, message)],
    retryAfterOf(effect, exchange.sandbox.clock.now()),
  );
}

/** As many fields as a supplier would name. */
const mostNamed = 3;

/** The fields of a request that a refusal of all of it names: its own, or those of the object in it. */
function fieldsOf(body: unknown): string[] {
  const fields = Object.entries(asObject(body)).flatMap(([name, value]) => {
    if (name === 'Credential') return [];
    return isObject(value) ? Object.keys(value).map(inner => `${name}.${inner}`) : [name];
  });
  return fields.slice(0, mostNamed);
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
