import { Hono } from 'hono';
import type { Bindings } from '../bindings.ts';

type Env = { Bindings: Bindings };

/**
 * Creates the page at `/console`. The page is one HTML file, and its content security policy allows only the script and the style in
 * this file. The page of a sandbox is in the console of the server, because the control API has no addresses under a sandbox prefix.
 *
 * @param read reads the HTML of the page
 * @example pages.route('/', createConsole(() => readPage('console')))
 */
export function createConsole(read: () => Promise<string>): Hono<Env> {
  const pages = new Hono<Env>();
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
