import { type Context, Hono } from 'hono';
import type { Dialect } from '#contracts';
import type { Bindings } from './adapter.ts';
import { createDocs } from './pages/docs.ts';
import { homePage } from './pages/home.ts';
import { openApiOf } from './pages/open-api.ts';
import { maySeeCredential, visitorBase, visitorBases } from './pages/visitor.ts';
import { defaultSandbox, type Sandboxes } from './sandboxes.ts';

/** What the pages tell about. */
export interface PagesParts {
  dialect: Dialect;
  sandboxes: Sandboxes;
}

/**
 * The pages for people: `/` says what this is, `/openapi.json` is the contract with the address of this server, `/docs`
 * shows it and lets it be tried out.
 *
 * @example app.route('/', createPages({ dialect, sandboxes }))
 */
export function createPages({ dialect, sandboxes }: PagesParts): Hono<{ Bindings: Bindings }> {
  const pages = new Hono<{ Bindings: Bindings }>();
  /** What a visitor sees, and of which sandbox. */
  const viewOf = ({ req, env }: Context<{ Bindings: Bindings }>) => {
    const baseUrl = visitorBase(req.raw, env?.publicUrl);
    return {
      sandbox: sandboxes.get(env?.sandboxId ?? defaultSandbox),
      baseUrl,
      showsCredential: maySeeCredential([req.url, baseUrl], env?.access),
    };
  };
  pages.get('/', context => {
    const { sandbox, ...view } = viewOf(context);
    if (!sandbox) return context.notFound();
    // Nothing on the page comes from elsewhere, and nothing of it runs.
    context.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:");
    context.header('cache-control', 'no-store');
    return context.html(homePage({ ...view, sandbox, dialect }));
  });
  pages.get('/openapi.json', async context => {
    const { sandbox, showsCredential } = viewOf(context);
    const servers = visitorBases(context.req.raw, context.env?.publicUrl);
    const document = await openApiOf(dialect, { servers, sandbox, showsCredential });
    // Its examples follow the sandbox's clock.
    return context.json(document, 200, { 'cache-control': 'no-store' });
  });
  pages.route('/', createDocs());
  return pages;
}
