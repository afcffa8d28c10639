import type { Context } from 'hono';
import type { Result, Router } from 'hono/router';
import { Hono } from 'hono/tiny';
import { problem, Refusal, storeRefusal } from '../books/index.ts';
import type { Address, IncomingCall, OutgoingAnswer, Pipeline } from '../pipeline/index.ts';
import { defaultSandbox, type Sandbox, SandboxError, type Sandboxes } from '../sandbox/index.ts';
import { countCall } from './access.ts';
import { sandboxInBaggage } from './baggage.ts';
import type { Bindings } from './bindings.ts';
import { type Health, healthReply } from './health.ts';
import { inProcess } from './in-process.ts';

type Env = { Bindings: Bindings };

export interface Site {
  fetch(request: Request, bindings?: Bindings): Response | Promise<Response>;
}

/** The first request to the pages, the control API or the tool server loads the code of that part. */
export interface AppParts {
  sandboxes: Sandboxes;
  pipeline: Pipeline;
  pages: () => Promise<Site>;
  hasConsole: boolean;
  health: Health;
  control: () => Promise<Site>;
  toolServer: () => Promise<ToolServer>;
}

/** Each path outside the control API also exists under `/sandbox/<id>`. */
export function createApp(parts: AppParts): Hono<Env> {
  const { sandboxes, pipeline, pages, hasConsole, health, control, toolServer } = parts;
  const app = new Hono<Env>({ getPath });
  app.router = new ContractRouter(pipeline.addresses);

  const visit =
    (site: () => Promise<Site>) =>
    async ({ req, env }: Context<Env>) => {
      const transport = env?.transport ?? inProcess(req.raw, env?.client);
      const answering = await site();
      return transport.visit(request => answering.fetch(request, env));
    };
  app.on('GET', ['/', '/scenarios', '/openapi.json', '/docs', '/docs/*'], visit(pages));
  app.on('GET', ['/llms.txt', '/llms-full.txt', '/llms/*'], visit(pages));
  if (hasConsole) app.on('GET', ['/console'], visit(pages));
  app.on('GET', ['/metrics'], visit(control));
  app.on('GET', ['/_control/health', '/_control/health/ready'], context => {
    const { transport, ...bindings } = context.env ?? {};
    const reply = transport && healthReply(health, transport.call, bindings);
    if (!reply) return visit(control)(context);
    const headers = { 'content-type': 'application/json' };
    return transport.send(reply.then(({ status = 200, json }) => plainAnswer(status, json, headers)));
  });
  app.all('/_control', visit(control));
  app.all('/_control/*', visit(control));

  const onCall = createCallHandler(sandboxes);
  const playOperation = (route: Address | undefined) =>
    onCall(({ sandbox, incoming }) => pipeline.play(sandbox, incoming, route));
  const playTool = onCall(visit => {
    // Without this hold, an `auto` clock would jump while the tool server loads.
    const release = visit.sandbox.clock.hold('the tool server');
    return toolServer()
      .then(play => play(visit))
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

export interface Visit {
  readonly sandbox: Sandbox;
  readonly incoming: IncomingCall;
  readonly bindings: Bindings | undefined;
  /** Of addresses that select the same sandbox, such as `/sandbox/a`; an empty text if no prefix is needed. */
  readonly prefix: string;
}

export type ToolServer = (visit: Visit) => Promise<OutgoingAnswer>;

function createCallHandler(sandboxes: Sandboxes) {
  return (play: (visit: Visit) => Promise<OutgoingAnswer>) =>
    ({ req, env }: Context<Env>): Response | Promise<Response> => {
      const { call, send } = env?.transport ?? inProcess(req.raw, env?.client);
      const { cors } = env ?? {};
      // The browser sends a preflight request by itself, so a preflight is not recorded as a call of the client.
      const preflight = cors?.answerPreflight(call);
      if (preflight) return send(Promise.resolve(preflight));
      const next = () => {
        const answering = findAndPlay(sandboxes, { call, env, play });
        return cors ? answering.then(answer => cors.withHeaders(call, answer)) : answering;
      };
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

function findAndPlay(sandboxes: Sandboxes, playing: Playing): Promise<OutgoingAnswer> {
  const { call, env, play } = playing;
  try {
    const place = select(playing);
    const { id, url, isInBaggage = false } = place;
    const refusal = sandboxes.has(id) && countCall(sandboxes.namespaces.find(id));
    if (refusal) throw refusal;
    const go = (sandbox: Sandbox | undefined) => {
      if (!sandbox) return Promise.resolve(noSandbox(place));
      const incoming = url === call.url ? call : { ...call, url };
      const prefix = isInBaggage ? `${sandboxPrefix}${id}` : call.url.slice(0, call.url.length - url.length);
      const answering = play({ sandbox, incoming, bindings: env, prefix });
      return sandbox.keep ? answering.catch(error => refuseGone(error, place)) : answering;
    };
    const found = sandboxes.wake(id);
    // Without a durable store, the sandbox is always in memory, and the call needs no further turn of the event loop.
    return found instanceof Promise ? found.then(go, error => refusedAnswer(storeRefusal(error))) : go(found);
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

/** By the prefix of the path, otherwise by the port, otherwise by the header `baggage`. @throws Refusal (400) for a wrong header */
function select({ call, env }: Playing): Place {
  const place = locate(call.url, env?.sandboxId);
  if (env?.sandboxId !== undefined || place.url !== call.url) return place;
  const header = call.header('baggage');
  const id = header === undefined ? undefined : sandboxInBaggage(header);
  return id === undefined ? place : { id, url: call.url, isInBaggage: true };
}

/** Another process has removed the sandbox in the meantime. */
function refuseGone(error: unknown, place: Place): OutgoingAnswer {
  if (error instanceof SandboxError) return noSandbox(place);
  throw error;
}

const refusedAnswer = ({ status, entries, headers }: Refusal): OutgoingAnswer =>
  plainAnswer(status, { Errors: entries }, headers);

/** Without the prefix of a sandbox and without the query. */
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

interface Route<Handler> {
  readonly method: string;
  readonly result: Result<Handler>;
  matches(path: string): boolean;
}

/**
 * Hono's own routers are case-sensitive, and interpret `:` and `*` in the path of a profile. The journal needs the parameters of a path
 * as the client sent them, so this router does not read them.
 */
export class ContractRouter<Handler> implements Router<Handler> {
  readonly name = 'ContractRouter';
  readonly #addresses: ReadonlyMap<string, Address>;
  readonly #exact = new Map<string, Result<Handler>>();
  readonly #literals: Route<Handler>[] = [];
  readonly #templates: Route<Handler>[] = [];
  readonly #prefixes: Route<Handler>[] = [];

  constructor(addresses: readonly Address[]) {
    this.#addresses = new Map(addresses.map(address => [address.path, address]));
  }

  add(method: string, path: string, handler: Handler): void {
    const key = `${method} ${path}`;
    if (this.#exact.has(key)) return;
    const result: Result<Handler> = [[[handler, {}]]];
    this.#exact.set(key, result);
    const address = this.#addresses.get(path);
    const prefix = path.slice(0, -1);
    if (address) (address.template ? this.#templates : this.#literals).push({ ...address, method, result });
    else if (path.endsWith('*'))
      this.#prefixes.push({ method, result, matches: sent => sent.startsWith(prefix) });
  }

  match(method: string, path: string): Result<Handler> {
    const exact = this.#exact.get(`${method} ${path}`) ?? this.#exact.get(`ALL ${path}`);
    if (exact) return exact;
    const fits = (route: Route<Handler>) =>
      (route.method === method || route.method === 'ALL') && route.matches(path);
    const found = this.#literals.find(fits) ?? this.#templates.find(fits) ?? this.#prefixes.find(fits);
    return found?.result ?? [[]];
  }
}

export const sandboxPrefix = '/sandbox/';
export const underSandbox = `${sandboxPrefix}:sandboxId`;

export function locate(url: string, sandboxId: string | undefined): { id: string; url: string } {
  if (!url.startsWith(sandboxPrefix)) return { id: sandboxId ?? defaultSandbox, url };
  const end = url.slice(sandboxPrefix.length).search(/[/?]/);
  const id =
    end < 0 ? url.slice(sandboxPrefix.length) : url.slice(sandboxPrefix.length, sandboxPrefix.length + end);
  const rest = end < 0 ? '' : url.slice(sandboxPrefix.length + end);
  return { id, url: rest.startsWith('/') ? rest : `/${rest}` };
}

export const unknownSandbox = (id: string, header?: string) => ({
  Errors: [
    problem(
      'NotFound',
      `this server has no sandbox "${id.slice(0, 80)}"; GET /_control/sandboxes lists your sandboxes`,
      header,
    ),
  ],
});
