import { type Context, Hono } from 'hono';
import type { Dialect } from '#contracts';
import type { Bindings } from '../bindings.ts';
import { underSandbox, unknownSandbox } from '../router.ts';
import { defaultSandbox, type Sandboxes } from '../sandboxes/index.ts';
import { maySeeCredential, visitorBase, visitorBases } from '../visitor.ts';
import { createDocs } from './docs.ts';
import { homePage } from './home.ts';
import { openApiOf } from './open-api.ts';
import { scenariosPage } from './scenarios.ts';

/** What the pages tell about. */
export interface PagesParts {
  dialect: Dialect;
  sandboxes: Sandboxes;
}

type Pages = Hono<{ Bindings: Bindings }>;
type PageContext = Context<{ Bindings: Bindings }>;

/** The part of an address that a sandbox under a prefix has of its own. */
const prefixOf = ({ req }: PageContext): string => {
  const id = req.param('sandboxId');
  return id === undefined ? '' : `/sandbox/${id}`;
};

const idOf = ({ req, env }: PageContext): string =>
  req.param('sandboxId') ?? env?.sandboxId ?? defaultSandbox;

/** The slash at the end of a sandbox's address does no harm. */
const getPath = ({ url }: Request): string => new URL(url).pathname.replace(/^(\/sandbox\/[^/]+)\/$/, '$1');

/**
 * The pages for people: `/` says what this is, `/scenarios` what can be played, `/openapi.json` is the contract with the address of this server, `/docs`
 * shows it and lets it be tried out. Every sandbox has them under its prefix, too.
 *
 * @example app.route('/', createPages({ dialect, sandboxes }))
 */
export function createPages(parts: PagesParts): Pages {
  const pages: Pages = new Hono({ getPath });
  pages.route(underSandbox, createSandboxPages(parts));
  pages.route('/', createSandboxPages(parts));
  return pages;
}

/** Nothing on such a page comes from elsewhere, and nothing of it runs. */
const closedPage = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

function createSandboxPages({ dialect, sandboxes }: PagesParts): Pages {
  const pages: Pages = new Hono();
  pages.use('*', async (context, next) => {
    const id = idOf(context);
    return sandboxes.get(id) ? next() : context.json(unknownSandbox(id), 404);
  });
  const maySee = ({ req, env }: PageContext) =>
    maySeeCredential([req.url, visitorBase(req.raw, env?.publicUrl)], env?.access);
  pages.get('/', context => {
    const serverUrl = visitorBase(context.req.raw, context.env?.publicUrl);
    const baseUrl = serverUrl + prefixOf(context);
    const sandbox = sandboxes.require(idOf(context));
    context.header('content-security-policy', closedPage);
    context.header('cache-control', 'no-store');
    const showsCredential = maySee(context);
    return context.html(homePage({ baseUrl, serverUrl, showsCredential, sandbox, dialect }));
  });
  pages.get('/scenarios', context => {
    const serverUrl = visitorBase(context.req.raw, context.env?.publicUrl);
    context.header('content-security-policy', closedPage);
    return context.html(
      scenariosPage({ catalogue: sandboxes.catalogue, serverUrl, baseUrl: serverUrl + prefixOf(context) }),
    );
  });
  pages.get('/openapi.json', async context => {
    const prefix = prefixOf(context);
    const document = await openApiOf(dialect, {
      servers: visitorBases(context.req.raw, context.env?.publicUrl).map(base => base + prefix),
      sandbox: sandboxes.require(idOf(context)),
      showsCredential: maySee(context),
      // The control API has no prefix, so under this address it would not be found.
      hasControl: prefix === '',
    });
    // Its examples follow the sandbox's clock.
    return context.json(document, 200, { 'cache-control': 'no-store' });
  });
  pages.route('/', createDocs());
  return pages;
}
