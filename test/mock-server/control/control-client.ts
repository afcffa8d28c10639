import {
  type ControlAnswer,
  type ControlDetail,
  type ControlEndpoint,
  type ControlEndpointId,
  controlEndpoints,
} from '#contracts/control';
import type { MockSupplier } from '#mock-server';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export interface ControlAnswered<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface ControlArguments {
  id?: string;
  bookingId?: string;
  faultId?: string;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type Scope = 'admin' | 'metrics' | { readonly namespace: string };

export interface ControlErrorBody {
  error: { code: string; message: string; details: ControlDetail[] };
}

/** `ask` throws unless the call succeeds and its answer matches the schema; `refused` throws unless the call is refused. */
export function createControlClient(fetch: Fetch, baseUrl = 'http://supplier.test') {
  async function send(id: ControlEndpointId, given: ControlArguments = {}): Promise<Response> {
    const { method, path }: ControlEndpoint = controlEndpoints[id];
    const { body, query = '', headers } = given;
    const filled = path
      .replace('{id}', given.id ?? 'default')
      .replace('{bookingId}', given.bookingId ?? '')
      .replace('{faultId}', given.faultId ?? '');
    return fetch(baseUrl + filled + query, {
      method,
      ...(given.signal && { signal: given.signal }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
  }

  async function ask<Id extends ControlEndpointId>(
    id: Id,
    given?: ControlArguments,
  ): Promise<ControlAnswered<ControlAnswer<Id>>> {
    const { status, headers, text } = await textOf(await send(id, given));
    if (status >= 300) throw new Error(`${id} was answered ${status}: ${text}`);
    const { schema } = (controlEndpoints[id] as ControlEndpoint).answers[status] ?? {}; // exact types have no index
    const body = text === '' ? undefined : JSON.parse(text);
    schema?.parse(body);
    return { status, headers, body };
  }

  async function refused(
    id: ControlEndpointId,
    given?: ControlArguments,
  ): Promise<ControlAnswered<ControlErrorBody> & ControlErrorBody['error'] & { brief: string }> {
    const { status, headers, text } = await textOf(await send(id, given));
    if (status < 400) throw new Error(`${id} was not refused but answered ${status}: ${text}`);
    const body: ControlErrorBody = JSON.parse(text);
    const brief = [status, ...body.error.details.map(({ field }) => field)].join(' ');
    return { status, headers, body, ...body.error, brief };
  }

  /** Returns the status of a refusal with the fields that it names, such as `400 clock.mode`. */
  const brief = async (id: ControlEndpointId, given?: ControlArguments) => (await refused(id, given)).brief;
  return { send, ask, refused, brief };
}

/** Returns a client whose token has a scope, as on a server that listens on a port. */
export function createScopedClient(
  supplier: MockSupplier,
  scope: Scope,
  bindings: { sandboxId?: string } = {},
) {
  return createControlClient(async (url, init) => {
    const request = new Request(url, init);
    request.headers.set('authorization', 'Bearer token');
    return supplier.handle(request, { access: { hosts: [], scopeOf: () => scope }, ...bindings });
  });
}

/** Prepares while the server has room. The returned function tries every way to make another sandbox, and returns the refusals. */
export async function waysToSandbox(control: ReturnType<typeof createControlClient>) {
  await control.ask('createSandbox', { body: { id: 'a' } });
  const { body: file } = await control.ask('exportSandbox', { id: 'a' });
  const { body: snapshot } = await control.ask('takeSnapshot', { id: 'a' });
  return async () => {
    const refused = [
      await control.refused('createSandbox'),
      await control.refused('putSandbox', { id: 'b' }),
      await control.refused('createSandbox', { body: { from: snapshot.id } }),
      await control.refused('importSandbox', { body: file, query: '?id=b' }),
    ];
    return refused.map(({ status, code, message }) => [status, code, message]);
  };
}

async function textOf(response: Response) {
  return { status: response.status, headers: response.headers, text: await response.text() };
}
