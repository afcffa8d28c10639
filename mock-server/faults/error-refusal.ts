import type { AnyOperation, ProblemCode } from '#contracts';
import type { FaultCall, PlannedError } from '#contracts/fault';
import { asObject, isObject } from '#contracts/util';
import { problem, Refusal, refuse } from '../books/index.ts';
import { type FaultSource, ownerOf } from './match.ts';

const codes: Readonly<Record<Exclude<PlannedError['status'], 401>, ProblemCode>> = {
  400: 'InvalidRequest',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  429: 'RateLimited',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
};

/** @param ids the ids of the faults, for the message */
export function errorRefusal(
  error: PlannedError,
  { operation, body, now }: Pick<FaultCall, 'operation' | 'body' | 'now'>,
  ids: readonly string[],
): Refusal {
  const { status, source } = error;
  const code = status === 401 ? credentialProblem(operation) : codes[status];
  const message = `status ${status} was caused by ${ids.join(', ')}, ${source}`;
  const fields = status === 400 ? fieldsOf(body) : [];
  const entries = fields.map(field => problem(code, message, field));
  return new Refusal(entries.length > 0 ? entries : [problem(code, message)], retryAfterOf(error, now));
}

const maxNamed = 3;

/** The fields that an error with status 400 names: the top-level fields of the request, or the fields inside them. */
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
  // Rounded up, because an HTTP date has no milliseconds, and a client must not repeat the call too early.
  const at = Math.ceil(now / 1_000 + retryAfter) * 1_000;
  return { 'retry-after': new Date(at).toUTCString() };
}

/** Static data has a token with a code of its own. */
const credentialProblem = (operation: AnyOperation | undefined): ProblemCode =>
  operation?.base === 'commons' ? 'InvalidStaticToken' : 'InvalidCredential';

/** @throws Refusal with status 401 */
export function refuseRevoked(
  { operation, owner }: { readonly operation: AnyOperation | undefined; readonly owner: string },
  sources: readonly FaultSource[],
): void {
  for (const source of sources) {
    if (!source.faults.isRevoked(owner)) continue;
    const message =
      source.scenario === undefined
        ? 'a fault of this sandbox has revoked this credential; disarm the fault to use the credential again'
        : `this call belongs to ${ownerOf(source)}, whose fault has revoked this credential`;
    throw refuse(credentialProblem(operation), message);
  }
}
