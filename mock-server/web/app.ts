import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { Refusal, storeRefusal } from '../books/index.ts';
import {
  type Bindings,
  ContractRouter,
  countCall,
  inProcess,
  locate,
  sandboxInBaggage,
  sandboxPrefix,
  unknownSandbox,
} from '../http/index.ts';
import type { Address, IncomingCall, OutgoingAnswer, Pipeline } from '../pipeline/index.ts';
import { type Sandbox, SandboxError, type Sandboxes } from '../sandbox/index.ts';
import type { ToolServer } from './tool-server/index.ts';

type Env = { Bindings: Bindings };

export interface Site {
  fetch(request: Request, bindings?: Bindings): Response | Promise<Response>;
}

/** The parts of the app. The first request to the pages, the control API or the tool server loads the code of that part. */
export interface AppParts {
  sandboxes: Sandboxes;
  pipeline: Pipeline;
  pages: () => Promise<Site>;
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
  app.on('GET', ['/metrics'], visit(control));
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

interface Visit {
  readonly sandbox: Sandbox;
  readonly incoming: IncomingCall;
  readonly bindings: Bindings | undefined;
  /** The prefix of addresses that select the same sandbox, such as `/sandbox/a`; an empty text if no prefix is needed. */
  readonly prefix: string;
}

/** Creates the Hono handlers that answer calls. The path prefix, the port or the header `baggage` of a call selects its sandbox. */
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

function playIn(sandboxes: Sandboxes, playing: Playing): Promise<OutgoingAnswer> {
  const { call, env } = playing;
  const answering = findAndPlay(sandboxes, playing);
  const { cors } = env ?? {};
  return cors ? answering.then(answer => cors.withHeaders(call, answer)) : answering;
}

function findAndPlay(sandboxes: Sandboxes, playing: Playing): Promise<OutgoingAnswer> {
  try {
    const place = select(playing);
    const refusal = sandboxes.has(place.id) && countCall(sandboxes.namespaces.find(place.id));
    if (refusal) throw refusal;
    const go = (sandbox: Sandbox | undefined) => {
      if (!sandbox) return Promise.resolve(noSandbox(place));
      const answering = playOn(sandbox, place, playing);
      return sandbox.keep ? answering.catch(error => refuseGone(error, place)) : answering;
    };
    const found = sandboxes.wake(place.id);
    // Without a durable store, the sandbox is always in memory, and the call needs no further turn of the event loop.
    return found instanceof Promise ? found.then(go, refuseUnavailable) : go(found);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Promise.resolve(refusedAnswer(error));
  }
}

interface Place {
  readonly id: string;
  readonly url: string;
  readonly isInBaggage?: boolean;
}

/**
 * Returns the sandbox that a call selects: by the prefix of its path, otherwise by its port, otherwise by its header `baggage`.
 * Without these, the call selects the default sandbox. Throws a Refusal (400) for a wrong header `baggage`.
 */
function select({ call, env }: Playing): Place {
  const place = locate(call.url, env?.sandboxId);
  if (env?.sandboxId !== undefined || place.url !== call.url) return place;
  const header = call.header('baggage');
  const id = header === undefined ? undefined : sandboxInBaggage(header);
  return id === undefined ? place : { id, url: call.url, isInBaggage: true };
}

/** Returns the answer to a call whose sandbox another process has removed in the meantime. */
function refuseGone(error: unknown, place: Place): OutgoingAnswer {
  if (error instanceof SandboxError) return noSandbox(place);
  throw error;
}

const refuseUnavailable = (error: unknown): OutgoingAnswer => refusedAnswer(storeRefusal(error));

const refusedAnswer = ({ status, entries, headers }: Refusal): OutgoingAnswer =>
  plainAnswer(status, { Errors: entries }, headers);

function playOn(
  sandbox: Sandbox,
  { id, url, isInBaggage = false }: Place,
  { call, env, play }: Playing,
): Promise<OutgoingAnswer> {
  const incoming = url === call.url ? call : { ...call, url };
  const prefix = isInBaggage ? `${sandboxPrefix}${id}` : call.url.slice(0, call.url.length - url.length);
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

const noSandbox = ({ id, isInBaggage }: Place): OutgoingAnswer =>
  plainAnswer(404, unknownSandbox(id, isInBaggage ? 'baggage' : undefined));

function plainAnswer(status: number, body: object, headers: Record<string, string> = {}): OutgoingAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
    closed: () => {},
  };
}
