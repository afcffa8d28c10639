import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Dialect } from '#contracts';
import {
  type Bindings,
  maySeeCredential,
  underSandbox,
  unknownSandbox,
  visitorBase,
  visitorBases,
} from '../../http/index.ts';
import { defaultSandbox, type Sandboxes } from '../../sandbox/index.ts';
import { createDocs } from './docs.ts';
import { homePage } from './home.ts';
import { openApiOf } from './open-api.ts';
import { policyOf } from './page.ts';
import { scenariosPage, scenariosScript } from './scenarios.ts';

export interface PagesParts {
  dialect: Dialect;
  sandboxes: Sandboxes;
  readConsole?: (() => Promise<string>) | undefined;
}

type Pages = Hono<{ Bindings: Bindings }>;
type PageContext = Context<{ Bindings: Bindings }>;

const getPath = ({ url }: Request): string => new URL(url).pathname.replace(/^(\/sandbox\/[^/]+)\/$/, '$1');

export function createPages(parts: PagesParts): Pages {
  const pages: Pages = new Hono({ getPath });
  pages.use(compress({ encoding: 'gzip' }));
  for (const path of ['/llms.txt', '/llms-full.txt', '/llms/*'])
    pages.get(path, async context => {
      const text = await context.env?.readGuide?.(context.req.path);
      return text === undefined
        ? context.text('Unknown guide. A server on a port lists its guides at /llms.txt', 404)
        : context.text(text, 200, { 'cache-control': 'no-cache' });
    });
  pages.route(underSandbox, createSandboxPages(parts));
  pages.route('/', createSandboxPages(parts));
  return pages;
}

function visitOf({ req, env }: PageContext) {
  const prefixId = req.param('sandboxId');
  const prefix = prefixId === undefined ? '' : `/sandbox/${prefixId}`;
  const serverUrl = visitorBase(req.raw, env?.publicUrl);
  return {
    id: prefixId ?? env?.sandboxId ?? defaultSandbox,
    prefix,
    serverUrl,
    baseUrl: serverUrl + prefix,
    relativeUrl: prefixId === undefined ? '.' : '../..',
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
    context.header('content-security-policy', await policyOf(scenariosScript));
    const { catalogue } = sandboxes;
    return context.html(scenariosPage({ ...visitOf(context), hasConsole, catalogue, filter }));
  });
  pages.get('/openapi.json', async context => {
    const { id, prefix, showsCredential } = visitOf(context);
    const document = await openApiOf(dialect, {
      servers: visitorBases(context.req.raw, context.env?.publicUrl).map(base => base + prefix),
      sandbox: sandboxes.findOrThrow(id),
      showsCredential,
      // The control API has no addresses under the prefix of a sandbox.
      hasControl: prefix === '',
    });
    // The dates of the examples follow the sandbox's clock.
    return context.json(document, 200, { 'cache-control': 'no-store' });
  });
  if (readConsole) pages.route('/', createConsole(readConsole));
  pages.route('/', createDocs(hasConsole, dialect));
  return pages;
}

/** A sandbox has its page in the console of the server, because the control API has no addresses under a sandbox prefix. */
function createConsole(read: () => Promise<string>): Pages {
  const pages: Pages = new Hono();
  pages.get('/console', async context => {
    const sandbox = context.req.param('sandboxId');
    // Relative, so that it also works behind a proxy that adds a prefix.
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
