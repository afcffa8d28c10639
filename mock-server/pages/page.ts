import { html, raw } from 'hono/html';
import { style } from './style.ts';

/** HTML text. Inserted values are escaped. */
export type Html = ReturnType<typeof html>;

/** A link in the navigation of the pages. */
interface NavLink {
  readonly title: string;
  /** The path of the page on the server, such as `/console`. */
  readonly path: string;
}

/** The navigation of a page. */
export interface Navigation {
  /** The base address of the sandbox, absolute or relative to the page. */
  readonly baseUrl: string;
  /** The base address of the server. It differs from `baseUrl` below the prefix of a sandbox. */
  readonly serverUrl: string;
  /** Whether the server has a console. */
  readonly hasConsole: boolean;
}

/** The title, the path and the script of a page. */
export interface PageHead {
  readonly title: string;
  /** The path of the page below the base address, which the navigation marks as the current page. */
  readonly path: string;
  /** The script of the page. The page must also work without the script. */
  readonly script?: string;
}

const ownPages: readonly NavLink[] = [
  { title: 'Start', path: '/' },
  { title: 'Scenarios', path: '/scenarios' },
  { title: 'Docs', path: '/docs' },
];
const consolePage: NavLink = { title: 'Console', path: '/console' };

/** Writes the header that all pages have: a link to the content, and the navigation. */
export function siteHeader({ baseUrl, serverUrl, hasConsole }: Navigation, current: string): Html {
  const link = (base: string, { title, path }: NavLink) => html`
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

/** Writes a complete HTML page from its content. The page loads no other file. */
export const page = (
  { title, path, script }: PageHead,
  navigation: Navigation,
  content: Html,
): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <style>${raw(style)}</style>
  </head>
  <body>
    ${siteHeader(navigation, path)}
    <main id="content" tabindex="-1">
      ${content}
    </main>${
      script === undefined
        ? ''
        : html`
    <script>${raw(script)}</script>`
    }
  </body>
</html>`;

/** Writes a table from the names of its columns and its rows. */
export const table = (columns: readonly string[], rows: readonly Html[]): Html => {
  const cells = columns.map(name => html`<th scope="col">${name}</th>`);
  const head = columns.length > 0 ? html`<thead><tr>${cells}</tr></thead>` : '';
  return html`<div class="framed"><table>${head}<tbody>${rows}</tbody></table></div>`;
};

const encoder = new TextEncoder();

/** Returns the source expression by which a content security policy allows exactly one inline style or script. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/**
 * Returns the content security policy of a page that loads no files. The browser runs only the script of the page.
 *
 * @example await policyOf(script) // "default-src 'none'; style-src 'sha256-…'; script-src 'sha256-…'; …"
 */
export async function policyOf(script?: string): Promise<string> {
  const rules = [
    "default-src 'none'",
    `style-src ${await hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${await hashOf(script)}`]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return rules.join('; ');
}
