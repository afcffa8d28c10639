import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { Bindings } from './bindings.ts';
import { inProcess } from './in-process.ts';
import type { Address, IncomingCall, OutgoingAnswer, Pipeline } from './pipeline/index.ts';
import { storeRefusal } from './refusal.ts';
import { ContractRouter, locate, sandboxPrefix, unknownSandbox } from './router.ts';
import type { Sandbox, Sandboxes } from './sandboxes/index.ts';
import type { ToolServer } from './tool-server/index.ts';

type Env = { Bindings: Bindings };

/** A separate Hono app for a part of the server: the pages or the control API. */
export interface Site {
  fetch(request: Request, bindings?: Bindings): Response | Promise<Response>;
}

/** The parts of the app. The first request to the pages, the control API or the tool server loads the code of that part. */
export interface AppParts {
  sandboxes: Sandboxes;
  pipeline: Pipeline;
  pages: () => Promise<Site>;
  /** Whether the pages include the console. */
  hasConsole: boolean;
  control: () => Promise<Site>;
  toolServer: () => Promise<ToolServer>;
}

/** Creates the Hono app of the server. Each path outside the control API also exists under `/sandbox/<id>`. */
export function createApp(parts: AppParts): Hono<Env> {
  const { sandboxes, pipeline, pages, hasConsole, control, toolServer } = parts;
  const app = new Hono<Env>({ getPath });
  app.router = new ContractRouter(pipeline.addresses);

  const visit =
    (site: () => Promise<Site>) =>
    async ({ req, env }: Context<Env>) =>
      (await site()).fetch(req.raw, env);
  app.on('GET', ['/', '/scenarios', '/openapi.json', '/docs', '/docs/*'], visit(pages));
  if (hasConsole) app.on('GET', ['/console'], visit(pages));
  app.all('/_control', visit(control));
  app.all('/_control/*', visit(control));

  const onCall = createCallHandler(sandboxes);
  const playOperation = (route: Address | undefined) =>
    onCall(({ sandbox, incoming }) => pipeline.play(sandbox, incoming, route));
  const playTool = onCall(({ sandbox, ...call }) => {
    // Without this hold, an `auto` clock would jump while the tool server loads.
    const release = sandbox.clock.hold('the tool server');
    return toolServer()
      .then(play => play(sandbox, call))
      .finally(release);
  });
  app.all('/mcp', playTool);
  app.all('/mcp/', playTool);
  for (const address of pipeline.addresses) app.on(address.method, address.path, playOperation(address));
  app.all('*', playOperation(undefined));

  // Without this function, Hono would answer 500. But `fetch` in process must reject when a fault prevents the answer.
  app.onError(error => {
    throw error;
  });
  return app;
}

/** A call, the sandbox that the call selects, and the values that the adapter passed with the call. */
interface Visit {
  readonly sandbox: Sandbox;
  readonly incoming: IncomingCall;
  readonly bindings: Bindings | undefined;
  /** The part of the call's address that selects the sandbox, such as `/sandbox/a`; an empty text if it has no such part. */
  readonly prefix: string;
}

/**
 * Creates the Hono handlers that answer calls. The path prefix or the port of a call selects its sandbox. A call
 * without such a prefix or port goes to the default sandbox.
 */
function createCallHandler(sandboxes: Sandboxes) {
  return (play: (visit: Visit) => Promise<OutgoingAnswer>) =>
    ({ req, env }: Context<Env>): Response | Promise<Response> => {
      const { call, send } = env?.transport ?? inProcess(req.raw, env?.client);
      // The browser sends a preflight request by itself, so a preflight is not recorded as a call of the client.
      const preflight = env?.cors?.answerPreflight(call);
      if (preflight) return send(Promise.resolve(preflight));
      const next = () => playIn(sandboxes, { call, env, play });
      if (!env?.around) return send(next());
      const { url, header } = call;
      return send(env.around({ url, header, sandboxId: env.sandboxId }, next));
    };
}

interface Playing {
  call: IncomingCall;
  env: Bindings | undefined;
  play(visit: Visit): Promise<OutgoingAnswer>;
}

function playIn(sandboxes: Sandboxes, { call, env, play }: Playing): Promise<OutgoingAnswer> {
  const { id, url } = locate(call.url, env?.sandboxId);
  const go = (sandbox: Sandbox | undefined) =>
    sandbox ? playOn(sandbox, url, { call, env, play }) : Promise.resolve(noSandbox(id));
  const found = sandboxes.wake(id);
  // Without a durable store, the sandbox is always in memory, and the call needs no further turn of the event loop.
  const answering = found instanceof Promise ? found.then(go, refuseUnloadable) : go(found);
  const { cors } = env ?? {};
  return cors ? answering.then(answer => cors.withHeaders(call, answer)) : answering;
}

/** Returns the answer to a call whose sandbox cannot be loaded from the durable store. */
function refuseUnloadable(error: unknown): OutgoingAnswer {
  const { status, entries, headers } = storeRefusal(error);
  return plainAnswer(status, { Errors: entries }, headers);
}

function playOn(sandbox: Sandbox, url: string, { call, env, play }: Playing): Promise<OutgoingAnswer> {
  const incoming = url === call.url ? call : { ...call, url };
  const prefix = call.url.slice(0, call.url.length - url.length);
  return play({ sandbox, incoming, bindings: env, prefix });
}

/** Returns the path that the router matches: the path without the prefix of a sandbox and without the query. */
function getPath(request: Request, options?: { env?: Bindings }): string {
  const sent = options?.env?.transport?.call.url ?? withoutOrigin(request.url);
  const end = sent.indexOf('?');
  const path = end < 0 ? sent : sent.slice(0, end);
  if (!path.startsWith('/')) return `/${path}`; // the request `OPTIONS *` has the path `*`
  if (!path.startsWith(sandboxPrefix)) return path;
  const { url } = locate(path, undefined);
  // The control API has no addresses under a sandbox prefix, so the server answers such a path with 404.
  return url.startsWith('/_control') ? path : url;
}

const withoutOrigin = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));

const noSandbox = (id: string): OutgoingAnswer => plainAnswer(404, unknownSandbox(id));

function plainAnswer(status: number, body: object, headers: Record<string, string> = {}): OutgoingAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: [JSON.stringify(body)],
    isAscii: false,
    closed: () => {},
  };
}
