import { html, raw } from 'hono/html';
import { style } from './style.ts';

/** Inserted values are escaped. */
export type Html = ReturnType<typeof html>;

export interface Navigation {
  /** Absolute or relative to the page. */
  readonly baseUrl: string;
  /** Differs from `baseUrl` below the prefix of a sandbox. */
  readonly serverUrl: string;
  readonly hasConsole: boolean;
}

export interface PageHead {
  readonly title: string;
  readonly path: string;
  /** The page must also work without the script. */
  readonly script?: string;
}

const ownPages = [
  { title: 'Start', path: '/' },
  { title: 'Scenarios', path: '/scenarios' },
  { title: 'Docs', path: '/docs' },
];
const consolePage = { title: 'Console', path: '/console' };

export function siteHeader({ baseUrl, serverUrl, hasConsole }: Navigation, current: string): Html {
  const link = (base: string, { title, path }: typeof consolePage) => html`
          <li><a href="${base}${path}"${path === current ? raw(' aria-current="page"') : ''}>${title}</a></li>`;
  return html`<a class="skip" href="#content">Skip to the content</a>
    <header class="site">
      <nav aria-label="Pages of this server">
        <a class="brand" href="${baseUrl}/">Understudy</a>
        <ul>${ownPages.map(one => link(baseUrl, one))}${hasConsole ? link(serverUrl, consolePage) : ''}
        </ul>
      </nav>
    </header>`;
}

export const wholePage = (title: string, head: Html, body: Html): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>`;

export const page = ({ title, path, script }: PageHead, navigation: Navigation, content: Html): Html =>
  wholePage(
    title,
    html`<style>${raw(style)}</style>`,
    html`${siteHeader(navigation, path)}
    <main id="content" tabindex="-1">
      ${content}
    </main>
    ${script === undefined ? '' : html`<script>${raw(script)}</script>`}`,
  );

export const table = (columns: readonly string[], rows: readonly Html[]): Html => {
  const cells = columns.map(name => html`<th scope="col">${name}</th>`);
  const head = columns.length > 0 ? html`<thead><tr>${cells}</tr></thead>` : '';
  return html`<div class="framed"><table>${head}<tbody>${rows}</tbody></table></div>`;
};

const encoder = new TextEncoder();

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

export async function policyOf(script?: string): Promise<string> {
  const rules = [
    "default-src 'none'",
    `style-src ${await hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${await hashOf(script)}`, "connect-src 'self'"]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return rules.join('; ');
}
