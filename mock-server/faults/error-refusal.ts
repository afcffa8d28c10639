import type { AnyOperation, ProblemCode } from '#contracts';
import type { FaultCall, PlannedError } from '#contracts/fault';
import { asObject, isObject } from '#contracts/util';
import { problem, Refusal, refuse } from '../refusal.ts';
import { type FaultSource, ownerOf } from './match.ts';

const codes: Readonly<Record<Exclude<PlannedError['status'], 401>, ProblemCode>> = {
  400: 'InvalidRequest',
  404: 'NotFound',
  429: 'RateLimited',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
};

/**
 * Returns a planned error as the supplier would answer it.
 *
 * @param ids the ids of the faults, for the message
 * @example errorRefusal(plan.error, call, ['fault-1']).status // 503
 */
export function errorRefusal(
  error: PlannedError,
  { operation, body, now }: Pick<FaultCall, 'operation' | 'body' | 'now'>,
  ids: readonly string[],
): Refusal {
  const { status, source } = error;
  const code = status === 401 ? credentialProblem(operation) : codes[status];
  const message = `answered ${status} by ${ids.join(', ')}, ${source}`;
  const fields = status === 400 ? fieldsOf(body) : [];
  const entries = fields.map(field => problem(code, message, field));
  return new Refusal(entries.length > 0 ? entries : [problem(code, message)], retryAfterOf(error, now));
}

/** As many fields as a supplier would name. */
const maxNamed = 3;

/** The fields of a request that a refusal of all of it names: its own, or those of the objects in it. */
function fieldsOf(body: unknown): string[] {
  const fields = Object.entries(asObject(body)).flatMap(([name, value]) => {
    if (name === 'Credential') return [];
    return isObject(value) ? Object.keys(value).map(inner => `${name}.${inner}`) : [name];
  });
  return fields.slice(0, maxNamed);
}

function retryAfterOf({ retryAfter, retryAfterForm }: PlannedError, now: number): Record<string, string> {
  if (retryAfter === undefined) return {};
  if (retryAfterForm === 'seconds') return { 'retry-after': String(retryAfter) };
  // A date has no milliseconds. It is rounded up, so that a client does not come back too early.
  const at = Math.ceil(now / 1_000 + retryAfter) * 1_000;
  return { 'retry-after': new Date(at).toUTCString() };
}

/** The problem of a bad credential: static data has a credential of its own. */
const credentialProblem = (operation: AnyOperation | undefined): ProblemCode =>
  operation?.base === 'commons' ? 'InvalidStaticToken' : 'InvalidCredential';

/**
 * Refuses a credential that a fault has revoked.
 *
 * @throws Refusal 401
 */
export function refuseRevoked(
  { operation, owner }: { readonly operation: AnyOperation | undefined; readonly owner: string },
  sources: readonly FaultSource[],
): void {
  for (const source of sources) {
    if (!source.faults.isRevoked(owner)) continue;
    const message =
      source.scenario === undefined
        ? 'this credential was revoked by a fault of this sandbox; disarm it to use it again'
        : `this credential was revoked by ${ownerOf(source)} that this call plays`;
    throw refuse(credentialProblem(operation), message);
  }
}
