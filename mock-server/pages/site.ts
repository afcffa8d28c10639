import { type Context, Hono } from 'hono';
import type { Dialect } from '#contracts';
import type { Bindings } from '../bindings.ts';
import { underSandbox, unknownSandbox } from '../router.ts';
import { defaultSandbox, type Sandboxes } from '../sandboxes/index.ts';
import { maySeeCredential, visitorBase, visitorBases } from '../visitor.ts';
import { createDocs } from './docs.ts';
import { homePage } from './home.ts';
import { openApiOf } from './open-api.ts';
import { policyOf } from './page.ts';
import { filterScript, scenariosPage } from './scenarios.ts';

/** The parts of a server that the pages use. */
export interface PagesParts {
  dialect: Dialect;
  sandboxes: Sandboxes;
  /** Reads the HTML of the console; undefined if the server has no console. */
  readConsole?: (() => Promise<string>) | undefined;
}

type Pages = Hono<{ Bindings: Bindings }>;
type PageContext = Context<{ Bindings: Bindings }>;

/** Returns the path of a request, without a slash at the end of a sandbox's address. */
const getPath = ({ url }: Request): string => new URL(url).pathname.replace(/^(\/sandbox\/[^/]+)\/$/, '$1');

/**
 * Creates the HTML pages and the OpenAPI document: `/` introduces the server, `/scenarios` lists the scenarios,
 * `/openapi.json` is the contract with the address of this server, and `/docs` shows the contract and lets you send
 * calls. Each sandbox also has these pages under its own prefix.
 *
 * @example app.route('/', createPages({ dialect, sandboxes }))
 */
export function createPages(parts: PagesParts): Pages {
  const pages: Pages = new Hono({ getPath });
  pages.route(underSandbox, createSandboxPages(parts));
  pages.route('/', createSandboxPages(parts));
  return pages;
}

/** Returns the id of the sandbox that a visitor opens, and the addresses that the visitor uses. */
function visitOf({ req, env }: PageContext) {
  const prefixId = req.param('sandboxId');
  const prefix = prefixId === undefined ? '' : `/sandbox/${prefixId}`;
  const serverUrl = visitorBase(req.raw, env?.publicUrl);
  return {
    id: prefixId ?? env?.sandboxId ?? defaultSandbox,
    prefix,
    serverUrl,
    baseUrl: serverUrl + prefix,
    showsCredential: maySeeCredential([req.url, serverUrl], env?.access),
  };
}

function createSandboxPages({ dialect, sandboxes, readConsole }: PagesParts): Pages {
  const hasConsole = readConsole !== undefined;
  const pages: Pages = new Hono();
  pages.use('*', async (context, next) => {
    const { id } = visitOf(context);
    return (await sandboxes.wake(id)) ? next() : context.json(unknownSandbox(id), 404);
  });
  pages.get('/', async context => {
    const { id, ...visit } = visitOf(context);
    context.header('content-security-policy', await policyOf());
    context.header('cache-control', 'no-store');
    return context.html(homePage({ ...visit, hasConsole, sandbox: sandboxes.findOrThrow(id), dialect }));
  });
  pages.get('/scenarios', async context => {
    const query = (name: string) => context.req.query(name) ?? '';
    const filter = { product: query('product'), tag: query('tag'), text: query('text') };
    context.header('content-security-policy', await policyOf(filterScript));
    const { catalogue } = sandboxes;
    return context.html(scenariosPage({ ...visitOf(context), hasConsole, catalogue, filter }));
  });
  pages.get('/openapi.json', async context => {
    const { id, prefix, showsCredential } = visitOf(context);
    const document = await openApiOf(dialect, {
      servers: visitorBases(context.req.raw, context.env?.publicUrl).map(base => base + prefix),
      sandbox: sandboxes.findOrThrow(id),
      showsCredential,
      // The control API has no addresses under the prefix of a sandbox, so the documents of sandboxes do not contain it.
      hasControl: prefix === '',
    });
    // No cache may keep the document, because the dates of the examples follow the sandbox's clock.
    return context.json(document, 200, { 'cache-control': 'no-store' });
  });
  if (readConsole) pages.route('/', createConsole(readConsole));
  pages.route('/', createDocs(hasConsole));
  return pages;
}

/**
 * Creates the page at `/console`. The page is one HTML file, and its content security policy allows only the script and the style in
 * this file. The page of a sandbox is in the console of the server, because the control API has no addresses under a sandbox prefix.
 *
 * @param read reads the HTML of the page
 * @example pages.route('/', createConsole(() => readPage('console')))
 */
function createConsole(read: () => Promise<string>): Pages {
  const pages: Pages = new Hono();
  pages.get('/console', async context => {
    const sandbox = context.req.param('sandboxId');
    // The address is relative, so that the page also works behind a proxy that adds a prefix to the path.
    if (sandbox !== undefined) return context.redirect(`../../console#/sandboxes/${sandbox}`);
    const page = await read();
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1];
    if (policy === undefined) throw new Error('The page of the console has no content security policy.');
    return context.html(page, 200, {
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });
  return pages;
}
