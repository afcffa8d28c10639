import { Hono } from 'hono';
import type { Dialect } from '#contracts';
import type { Bindings } from './adapter.ts';
import { homePage } from './pages/home.ts';
import { openApiOf } from './pages/open-api.ts';
import { visitorBase } from './pages/visitor.ts';
import { defaultSandbox, type Sandboxes } from './sandboxes.ts';

/** What the pages tell about. */
export interface PagesParts {
  dialect: Dialect;
  sandboxes: Sandboxes;
}

/**
 * The pages for people: `/` says what this is, `/openapi.json` is the contract with the address of this server.
 *
 * @example app.route('/', createPages({ dialect, sandboxes }))
 */
export function createPages({ dialect, sandboxes }: PagesParts): Hono<{ Bindings: Bindings }> {
  const pages = new Hono<{ Bindings: Bindings }>();
  pages.get('/', context => {
    const sandbox = sandboxes.get(context.env?.sandboxId ?? defaultSandbox);
    if (!sandbox) return context.notFound();
    const baseUrl = visitorBase(context.req.raw, context.env?.publicUrl);
    const page = homePage({
      sandbox,
      dialect,
      baseUrl,
      showsCredential: maySeeCredential(baseUrl, context.env?.access),
    });
    // Nothing on the page comes from elsewhere, and nothing of it runs.
    context.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:");
    context.header('cache-control', 'no-store');
    return context.html(page);
  });
  pages.get('/openapi.json', async context =>
    context.json(await openApiOf(dialect, [visitorBase(context.req.raw, context.env?.publicUrl)])),
  );
  return pages;
}

/** A credential of the user's own is for those on this machine, where the control API asks for no token either. */
function maySeeCredential(baseUrl: string, access: Bindings['access']): boolean {
  if (access === undefined) return true;
  return access.token === undefined && access.hosts.includes(new URL(baseUrl).hostname);
}
