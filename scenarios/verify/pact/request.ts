import { type AnyOperation, type Dialect, isOperationId, operations, pathPattern } from '#contracts';
import { asObject, readJson } from '#contracts/util';

export interface RequestRewriting {
  readonly dialect: Dialect;
  readonly credentials: {
    readonly credential: { readonly Username: string; readonly Password: string };
    readonly staticToken: string;
    readonly managerId: number;
  };
}

/** `url`: the path with the query. */
export interface ReplayedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type FindOperation = (method: string, path: string) => AnyOperation | undefined;

/** Letter case makes no difference. */
export function createFinder(dialect: Dialect): FindOperation {
  const known = dialect.operations.flatMap(({ id, method, paths }) => {
    if (!isOperationId(id)) return [];
    return paths.map(path => ({ operation: operations[id], method, form: formOf(path) }));
  });
  return (method, path) =>
    known.find(entry => entry.method === method && entry.form.test(path.split('?', 1)[0] ?? ''))?.operation;
}

const formOf = (path: string): RegExp => new RegExp(`^${pathPattern(path)}$`, 'i');

export function whyNotSent(method: string, path: string, find: FindOperation): string | undefined {
  const operation = find(method, path);
  if (operation !== undefined && !['book', 'pay', 'cancel'].includes(operation.effect)) return undefined;
  const what =
    operation === undefined
      ? `${path} is not an operation of the contract, so the request`
      : `(${operation.id})`;
  return `${method} ${what} could book, pay or cancel; to replay the request, give --allow-booking`;
}

/** A request without credentials stays unchanged, because a pact may test this case. */
export function withCredentials(
  request: ReplayedRequest,
  operation: AnyOperation,
  { dialect, credentials }: RequestRewriting,
): ReplayedRequest {
  const { id } = operation;
  if (operation.base === 'commons')
    return { ...request, url: urlWithCredentials(request.url, id, { dialect, credentials }) };
  const sent = asObject(dialect.toContract(id, 'request', asObject(readJson(request.body))));
  if (sent.Credential === undefined) return request;
  const rewritten = { ...sent, Credential: credentials.credential };
  return { ...request, body: JSON.stringify(dialect.toDialect(id, 'request', rewritten)) };
}

function urlWithCredentials(
  url: string,
  id: AnyOperation['id'],
  { dialect, credentials }: RequestRewriting,
): string {
  const { pathname, searchParams } = new URL(url, 'http://pact.invalid');
  const renamed = asObject(dialect.toDialect(id, 'request', { managerId: credentials.managerId }));
  const [name = 'managerId'] = Object.keys(renamed);
  if (searchParams.has(name)) searchParams.set(name, String(credentials.managerId));
  const { paths } = dialect.operation(id);
  const steps = (paths.find(one => formOf(one).test(pathname)) ?? '').split('/');
  const access = new Map<string | undefined, string | number>([
    ['{token}', credentials.staticToken],
    ['{managerId}', credentials.managerId],
  ]);
  const path = pathname.split('/').map((step, index) => {
    const real = access.get(steps[index]);
    return real === undefined ? step : encodeURIComponent(real);
  });
  const query = searchParams.toString();
  return path.join('/') + (query === '' ? '' : `?${query}`);
}
