import { Hono } from 'hono';
import { type Bindings, requestAdapter } from './adapter.ts';
import type { Incoming } from './middleware/exchange.ts';
import type { Pipeline } from './pipeline.ts';
import { problem } from './refusal.ts';
import { defaultSandbox, type Sandboxes } from './sandboxes.ts';

/** What the app is wired from. */
export interface AppParts {
  sandboxes: Sandboxes;
  pipeline: Pipeline;
  /** Loaded when first asked for: most runs of a test need neither. */
  pages: () => Promise<App>;
  control: () => Promise<App>;
}

/** The whole server as one function from Request to Response. */
export type App = Hono<{ Bindings: Bindings }>;

const prefix = '/sandbox/';

/** Wires the server: pages and control first, everything else is a call to the supplier. */
export function createApp({ sandboxes, pipeline, pages, control }: AppParts): App {
  const app: App = new Hono();
  for (const path of ['/', '/openapi.json']) {
    app.get(path, async context => (await pages()).fetch(context.req.raw, context.env));
  }
  app.all('/_control/*', async context => (await control()).fetch(context.req.raw, context.env));
  app.all('*', async context => {
    const { incoming, sandboxId, deliver } = context.env?.adapter ?? requestAdapter(context.req.raw);
    const place = locate(incoming, sandboxId);
    const sandbox = sandboxes.get(place.id);
    if (!sandbox) return context.json({ Errors: [noSandbox(place.id)] }, 404);
    return deliver(
      await pipeline(sandbox, place.url === incoming.url ? incoming : { ...incoming, url: place.url }),
    );
  });
  return app;
}

const noSandbox = (id: string) =>
  problem('NotFound', `no sandbox "${id.slice(0, 80)}" here; GET /_control/sandboxes lists them`);

/** Which sandbox a call is for: that of its port, of its path prefix, or the default one. */
function locate({ url }: Incoming, sandboxId: string | undefined): { id: string; url: string } {
  if (!url.startsWith(prefix)) return { id: sandboxId ?? defaultSandbox, url };
  const end = url.slice(prefix.length).search(/[/?]/);
  const id = end < 0 ? url.slice(prefix.length) : url.slice(prefix.length, prefix.length + end);
  const rest = end < 0 ? '' : url.slice(prefix.length + end);
  return { id, url: rest.startsWith('/') ? rest : `/${rest}` };
}
