import type { ControlEndpoint } from '#contracts/control';
import { type Access, type Bindings, findForeign, owns, type Scope } from '../http/index.ts';
import { isSandboxId } from '../sandbox/index.ts';
import { ControlRefusal, refuseUnknown } from './refusal.ts';

/** A web page can make a browser call any address, but cannot choose Host and Origin, and does not have the token. */
export function checkAccess(
  header: (name: string) => string | undefined,
  { access, publicUrl }: Pick<Bindings, 'access' | 'publicUrl'> = {},
  isOpen: boolean,
): Scope {
  if (!access) return 'admin';
  checkForeign(findForeign(header, access, publicUrl), access);
  const authorization = header('authorization');
  const scope = findScope(authorization, access);
  if (scope !== undefined || isOpen) return scope ?? 'none';
  const problem =
    tokenIn(authorization) === undefined ? 'this call needs a token' : 'the token of this call is wrong';
  throw new ControlRefusal(
    'Unauthorized',
    `${problem}; send "Authorization: Bearer <token>" with a token of the file of --tokens, with the token of --control-token or, without these options, with the token that the server printed at its start`,
    { headers: { 'www-authenticate': 'Bearer realm="understudy control"' } },
  );
}

function checkForeign(foreign: ReturnType<typeof findForeign>, access: Access): void {
  const { field, value } = foreign ?? {};
  if (field === 'Host')
    throw new ControlRefusal(
      'Forbidden',
      `Host "${value}" is not a name of this server; use ${access.hosts[0]}, or start the server with --public-url`,
      { details: [{ field, message: 'is not a name of this server', value, valid: [...access.hosts] }] },
    );
  if (field === 'Origin')
    throw new ControlRefusal(
      'Forbidden',
      `a page of ${value} may not call the control API; call it from a program`,
      { details: [{ field, message: 'is not the origin of this server', value }] },
    );
}

const tokenIn = (authorization = ''): string | undefined => /^Bearer +(\S+)$/i.exec(authorization)?.[1];

function findScope(authorization: string | undefined, { scopeOf }: Access): Scope | undefined {
  if (!scopeOf) return 'admin';
  const sent = tokenIn(authorization);
  return sent === undefined ? undefined : scopeOf(sent);
}

export const maySee = (id: string, authorization: string, access: Access | undefined): boolean =>
  !access || owns(findScope(authorization, access) ?? 'none', id);

/** For a sandbox of another namespace, the refusal is the same as for an unknown id. */
export function checkScope(
  scope: Scope,
  { endpoint, id }: { endpoint: ControlEndpoint; id: string | undefined },
  ownIds: (id: string) => Iterable<string>,
): void {
  if (scope === 'admin' || endpoint.access === 'open') return;
  if (typeof scope !== 'string' && id !== undefined) {
    if (!owns(scope, id)) refuseUnknownSandbox(scope, id, ownIds(id));
    return;
  }
  if (endpoint.access === (scope === 'metrics' ? 'metrics' : 'namespaces')) return;
  const rights =
    typeof scope === 'string' ? 'reads only /metrics' : `belongs to the namespace "${scope.namespace}"`;
  throw new ControlRefusal(
    'Forbidden',
    `${endpoint.method} ${endpoint.path} needs a token with the scope "admin", but the token of this call ${rights}`,
  );
}

export function refuseUnknownSandbox(scope: Scope, id: string, ownIds: Iterable<string>): never {
  const problem = `this server has no sandbox "${id}"`;
  const hint =
    typeof scope === 'string' || owns(scope, id)
      ? problem
      : `${problem} in the namespace "${scope.namespace}" of this token; use an id that starts with "${scope.namespace}."`;
  return refuseUnknown('id', id, hint, ownIds);
}

/** The refusal does not depend on whether the id exists. */
export function checkNewId(scope: Scope, id: string): void {
  if (typeof scope === 'string' || owns(scope, id)) return;
  const own = `${scope.namespace}.${id.split('.').at(-1)}`;
  const message = `"${id}" is not in the namespace "${scope.namespace}" of this token; use an id that starts with "${scope.namespace}."`;
  throw new ControlRefusal('Forbidden', `id: ${message}`, {
    details: [{ field: 'id', message, value: id, ...(isSandboxId(own) && { nearest: own }) }],
  });
}
