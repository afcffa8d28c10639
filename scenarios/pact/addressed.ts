import { type AnyOperation, type Dialect, isOperationId, operations } from '#contracts';
import { asObject, isObject } from '#contracts/util';

/** Who a replayed request says it is from. */
export interface Proof {
  readonly credential: { readonly Username: string; readonly Password: string };
  readonly staticToken: string;
  readonly managerId: number;
}

/** A request on its way to the provider. */
export interface Replayed {
  readonly method: string;
  /** Path with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Finds the operation that a method and a path ask for; undefined where it is none of the contract. */
export type FindOperation = (method: string, path: string) => AnyOperation | undefined;

/** Finds operations by the addresses that a dialect gives them, without regard to case. */
export function createFinder(dialect: Dialect): FindOperation {
  const known = dialect.operations.flatMap(({ id, method, path }) =>
    isOperationId(id) ? [{ operation: operations[id], method, form: formOf(path) }] : [],
  );
  return (method, path) =>
    known.find(entry => entry.method === method && entry.form.test(path.split('?', 1)[0] ?? ''))?.operation;
}

const special = /[.*+?^$()|[\]\\]/g;

function formOf(path: string): RegExp {
  const form = path.replace(special, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${form}$`, 'i');
}

/** Why a request is not sent to a target unasked; undefined where the contract knows it as one that only reads. */
export function whyNotSent(method: string, path: string, find: FindOperation): string | undefined {
  const operation = find(method, path);
  if (operation !== undefined && !['book', 'pay', 'cancel'].includes(operation.effect)) return undefined;
  const what = operation === undefined ? `${path} is no operation of the contract and` : `(${operation.id})`;
  return `${method} ${what} could book, pay or cancel; --allow-booking replays it`;
}

/**
 * A request with the real credential, or the real static token and managerId, in the place of the recorded ones. What has
 * none is left as it is: it may be the very thing that is tried.
 */
export function withProof(request: Replayed, operation: AnyOperation, { dialect, proof }: Speaker): Replayed {
  if (operation.base === 'commons')
    return { ...request, url: provenUrl(request.url, operation, dialect, proof) };
  const body = parse(request.body);
  if (!isObject(body)) return request;
  const { id } = operation;
  const asked = asObject(dialect.toContract(id, 'request', body));
  if (asked.Credential === undefined) return request;
  const proven = { ...asked, Credential: proof.credential };
  return { ...request, body: JSON.stringify(dialect.toDialect(id, 'request', proven)) };
}

/** How requests are spoken, and for whom. */
export interface Speaker {
  readonly dialect: Dialect;
  readonly proof: Proof;
}

function provenUrl(url: string, { id }: AnyOperation, dialect: Dialect, proof: Proof): string {
  const { pathname, searchParams } = new URL(url, 'http://pact.invalid');
  const spoken = asObject(dialect.toDialect(id, 'request', { managerId: proof.managerId }));
  const [[name = 'managerId'] = []] = Object.entries(spoken);
  if (searchParams.has(name)) searchParams.set(name, String(proof.managerId));
  const steps = dialect.operation(id).path.split('/');
  const sent = pathname.split('/');
  const path = sent.map((step, index) =>
    steps[index] === '{token}' ? encodeURIComponent(proof.staticToken) : step,
  );
  const query = searchParams.toString();
  return path.join('/') + (query === '' ? '' : `?${query}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
