import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { type Dialect, operations } from '#contracts';
import type { Bindings, DocsFile } from '../../http/index.ts';
import { type Navigation, page, policyOf, siteHeader, wholePage } from './page.ts';
import { siteStyle } from './style.ts';

const types: Readonly<Record<DocsFile, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const isDocsFile = (name: string): name is DocsFile => Object.hasOwn(types, name);

// Swagger UI draws its arrows as data: images.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// A separate file, because the policy allows no inline script. `validatorUrl: null` removes a badge of another server. JSON has no colors,
// because they would block the page for seconds when an answer has many offers. The first plugin removes the link from the button of an operation,
// which must not contain one. Without the second, Swagger UI reads the whole document again to find references in the security schemes, which have
// none, before it shows the first operation. The observer adds names and levels for screen readers that Swagger UI lacks.
const start = `const provenance = ({ xVal }) => xVal.get('kind') + ': ' + xVal.get('statement');
const plainPath = (Link, { React }) => props =>
  props.path.includes('/') ? React.createElement('span', null, props.text) : React.createElement(Link, props);
const onlyOperations = resolve => path => path[0] === 'paths' && resolve(path);
const repairs = [
  ['#servers', 'aria-label', 'Server'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['.content-type', 'aria-label', 'Media type'],
  ['.body-param__text', 'aria-label', 'Body'],
  ['.information-container', 'role', 'region'],
  ['.information-container', 'aria-label', 'About this server'],
  ['.schemes-server-container', 'role', 'region'],
  ['.schemes-server-container', 'aria-label', 'Server and token'],
  ['.opblock-tag', 'aria-level', '2'],
  ['.opblock h4', 'aria-level', '3'],
  ['.opblock h5', 'aria-level', '4'],
  ['table[role]', 'role', 'table'],
  ['.microlight', 'tabindex', '0'],
];
const docs = document.getElementById('docs');
let isPlanned = false;
const repair = () => {
  isPlanned = false;
  if (docs.hidden && docs.querySelector('.opblock, .errors-wrapper, .failed-config')) {
    docs.hidden = false;
    document.getElementById('loading').remove();
  }
  for (const [selector, name, value] of repairs)
    for (const element of docs.querySelectorAll(selector + ':not([' + name + '="' + value + '"])'))
      element.setAttribute(name, value);
};
new MutationObserver(() => {
  if (!isPlanned) requestAnimationFrame(repair);
  isPlanned = true;
}).observe(docs, { childList: true, subtree: true });
SwaggerUIBundle({
  url: './openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  showExtensions: true,
  displayRequestDuration: true,
  syntaxHighlight: { activated: false },
  plugins: [
    { components: { ResponseExtension: provenance, ParameterExt: provenance }, wrapComponents: { DeepLink: plainPath } },
    { statePlugins: { spec: { wrapActions: { requestResolvedSubtree: onlyOperations } } } },
  ],
});
`;

// Runs before the page is drawn.
const theme = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`;

/** The colors of the other pages. The selectors start with an id, so that they win over those of Swagger UI. */
const docsStyle = `
  #docs, #loading { max-width: 64rem; margin: 0 auto; padding: 0 0 4rem; }
  #loading { padding: 1.5rem 1.25rem 4rem; }
  #loading h1 { margin: 0; }
  #loading ul { padding: 0; list-style: none; }
  #loading li { padding: 0.35rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
  #docs .swagger-ui { background: none; color: var(--ink); }
  #docs .swagger-ui :not(svg, path, use) { color: inherit; background-color: var(--paper); border-color: var(--soft); text-shadow: none; }
  #docs svg { fill: currentColor; }
  #docs a:not(.nostyle) { color: var(--mark); }
  #docs .opblock-summary-method { border: 1px solid var(--soft); }
  #docs :is(textarea, pre) { border: 1px solid var(--line); }
  #docs .required::after { color: var(--mark); }
  #docs .copy-to-clipboard { background: var(--soft); }
  #docs .response-col_links { display: none; }
  #docs td { overflow-wrap: anywhere; }
  #docs :is(.headers-wrapper, .responses-inner, .table-container) { overflow-x: auto; }
  #docs :focus-visible { outline: 2px solid var(--mark) !important; outline-offset: 2px; }
  @media (max-width: 40rem) {
    #docs .opblock-summary { flex-wrap: wrap; }
    #docs table.parameters :is(tr, td) { display: block; width: auto; }
    #docs table.parameters thead { display: none; }
  }
`;

const title = 'Understudy, every operation';

/** A browser needs seconds to draw Swagger UI. In the meantime, the page lists the operations. */
const docsPage = (navigation: Navigation, dialect: Dialect) =>
  wholePage(
    title,
    html`<link rel="stylesheet" href="./docs/swagger-ui.css" />
    <link rel="stylesheet" href="./docs/site.css" />
    <script src="./docs/theme.js"></script>`,
    html`${siteHeader(navigation, '/docs')}
    <div id="content" tabindex="-1">
      <main id="loading">
        <h1>Operations</h1>
        <noscript><p>This page needs JavaScript; <a href="./openapi.json">/openapi.json</a> has the same content.</p></noscript>
        <p role="status">Loading the fields and examples of every operation…</p>
        <ul>${Object.values(operations).map(({ id, summary }) => {
          const { method, path } = dialect.operation(id);
          return html`<li><code>${method} ${path}</code> ${summary}</li>`;
        })}</ul>
      </main>
      <div id="docs" hidden></div>
    </div>
    <script src="./docs/swagger-ui-bundle.js"></script>
    <script src="./docs/start.js"></script>`,
  );

const pageWithoutFiles = (navigation: Navigation) =>
  page(
    { title, path: '/docs' },
    navigation,
    html`<h1>This server has no docs page</h1>
      <p>Only a server on a port has the docs page. Start such a server with <code>npx travel-understudy serve</code> or with <code>listen()</code> of <code>travel-understudy/mock-server/node</code>.</p>
      <p><a href="./openapi.json">/openapi.json</a> has the same content for programs, also on this server.</p>`,
  );

const ownFiles: Readonly<Record<string, readonly [type: string, text: string]>> = {
  'start.js': [types['swagger-ui-bundle.js'], start],
  'theme.js': [types['swagger-ui-bundle.js'], theme],
  'site.css': [types['swagger-ui.css'], siteStyle + docsStyle],
};

type Env = { Bindings: Bindings };

export function createDocs(hasConsole: boolean, dialect: Dialect): Hono<Env> {
  const docs = new Hono<Env>();
  docs.use('/docs/*', etag());
  docs.get('/docs', async context => {
    // Relative, so that the page also works behind a proxy that adds a prefix.
    const serverUrl = context.req.param('sandboxId') === undefined ? '.' : '../..';
    const navigation = { baseUrl: '.', serverUrl, hasConsole };
    const hasFiles = context.env?.readDocsFile !== undefined;
    context.header('cache-control', 'no-store');
    context.header('content-security-policy', hasFiles ? policy : await policyOf());
    return hasFiles
      ? context.html(docsPage(navigation, dialect))
      : context.html(pageWithoutFiles(navigation), 404);
  });
  docs.get('/docs/', context => context.redirect('../docs'));
  docs.get('/docs/:file', async context => {
    const file = context.req.param('file');
    const own = Object.hasOwn(ownFiles, file) ? ownFiles[file] : undefined;
    if (own) return asset(context, ...own);
    const read = context.env?.readDocsFile;
    if (!read || !isDocsFile(file)) return context.text('Unknown file. The docs page is at /docs', 404);
    return asset(context, types[file], await read(file));
  });
  return docs;
}

/** The browser asks before each use whether its file is current, so an update of this package is visible at once. */
function asset(context: Context<Env>, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return context.body(body, 200, {
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
}
