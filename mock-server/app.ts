import { type Bindings, readRequest, toResponse } from './adapter.ts';
import type { Incoming } from './pipeline/exchange.ts';
import type { Answered, Pipeline } from './pipeline/index.ts';
import { problem } from './refusal.ts';
import { defaultSandbox, type Sandboxes } from './sandboxes/index.ts';
import type { ToolServer } from './tool-server/index.ts';

/** Plays a call in the sandbox it is for: that of its port, of its path prefix, or the default one. */
export type Dispatch = (incoming: Incoming, bindings?: Bindings) => Promise<Answered>;

/** The pages, or the control API: a Hono app. */
export interface Site {
  fetch(request: Request, bindings?: Bindings): Response | Promise<Response>;
}

/** What the app is wired from. */
export interface AppParts {
  dispatch: Dispatch;
  /** Loaded when first asked for, with Hono: most runs of a test need neither. */
  pages: () => Promise<Site>;
  control: () => Promise<Site>;
}

/** The whole server as one function from Request to Response. */
export type App = (request: Request, bindings?: Bindings) => Promise<Response>;

const pagePaths = ['/', '/scenarios', '/openapi.json', '/docs'];
const docsFiles = '/docs/';
const controlPath = '/_control';
const toolPath = '/mcp';
const prefix = '/sandbox/';
/** Where a sandbox has its pages, as a route. */
export const underSandbox = `${prefix}:sandboxId`;

const isControl = (path: string): boolean => path === controlPath || path.startsWith(`${controlPath}/`);

/** Whether a request is for a page or the control API, and no call to the supplier. */
export function isPage(method: string, url: string): boolean {
  if (url.startsWith('/API/')) return false;
  const [whole = ''] = url.split('?', 1);
  if (isControl(whole)) return true;
  const { url: path } = locate({ url: whole }, undefined);
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (pagePaths.includes(path) || path.startsWith(docsFiles));
}

/** Wires the server: pages and control first, everything else is a call to the supplier or the tool server. */
export function createApp({ dispatch, pages, control }: AppParts): App {
  return async (request, bindings) => {
    const { pathname } = new URL(request.url);
    if (!isPage(request.method, pathname)) {
      const incoming = readRequest(request, bindings?.client);
      return toResponse(await dispatch(incoming, bindings), incoming.signal);
    }
    const site = await (isControl(pathname) ? control() : pages());
    return site.fetch(request, bindings);
  };
}

/** What answers the calls of a sandbox. */
export interface DispatchParts {
  sandboxes: Sandboxes;
  pipeline: Pipeline;
  /** Loaded with the first call: most clients call no tools. */
  toolServer: () => Promise<ToolServer>;
}

/** Finds the sandbox of each call, and whether it is for the supplier or for the tool server. */
export function createDispatch({ sandboxes, pipeline, toolServer }: DispatchParts): Dispatch {
  return async (incoming, bindings) => {
    const { id, url } = locate(incoming, bindings?.sandboxId);
    const sandbox = sandboxes.get(id);
    if (!sandbox) return noSandbox(id);
    const inside = url === incoming.url ? incoming : { ...incoming, url };
    if (!isToolCall(url)) return pipeline(sandbox, inside);
    const prefix = incoming.url.slice(0, incoming.url.length - url.length);
    // Loading takes longer than an `auto` clock waits for whoever does nothing.
    const letGo = sandbox.clock.hold('the tool server');
    try {
      return await (await toolServer())(sandbox, { incoming: inside, bindings, prefix });
    } finally {
      letGo();
    }
  };
}

/** Whether a call is for the tool server; a slash at its end does no harm. */
const isToolCall = (url: string): boolean =>
  url.startsWith(toolPath) && /^\/?(?:\?|$)/.test(url.slice(toolPath.length));

/** What is said of a sandbox that is not there. */
export const unknownSandbox = (id: string) => ({
  Errors: [problem('NotFound', `no sandbox "${id.slice(0, 80)}" here; GET /_control/sandboxes lists them`)],
});

function noSandbox(id: string): Answered {
  const body = [JSON.stringify(unknownSandbox(id))];
  return {
    status: 404,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body,
    isAscii: false,
    closed: () => {},
  };
}

/** Which sandbox a call is for: that of its port, of its path prefix, or the default one. */
function locate({ url }: Pick<Incoming, 'url'>, sandboxId: string | undefined): { id: string; url: string } {
  if (!url.startsWith(prefix)) return { id: sandboxId ?? defaultSandbox, url };
  const end = url.slice(prefix.length).search(/[/?]/);
  const id = end < 0 ? url.slice(prefix.length) : url.slice(prefix.length, prefix.length + end);
  const rest = end < 0 ? '' : url.slice(prefix.length + end);
  return { id, url: rest.startsWith('/') ? rest : `/${rest}` };
}
