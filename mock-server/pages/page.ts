import { html, raw } from 'hono/html';

/** HTML text. Inserted values are escaped. */
export type Html = ReturnType<typeof html>;

/** The style of all pages: system fonts, one column, light or dark like the visitor's system. */
const style = `
  :root { color-scheme: light dark; --ink: #1c2430; --soft: #566173; --paper: #fbfaf7; --card: #fff; --line: #e3dfd6; --mark: #0f6b5c; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e8e6e1; --soft: #a3acb9; --paper: #14181d; --card: #1b2027; --line: #2d343d; --mark: #6fd3bf; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
  main { max-width: 52rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
  h1 { margin: 0; font-size: 2.1rem; line-height: 1.2; letter-spacing: -0.02em; }
  h2 { margin: 2.5rem 0 0.75rem; font-size: 1.15rem; }
  p { margin: 0.5rem 0; }
  .lead { color: var(--soft); font-size: 1.1rem; max-width: 40rem; }
  a { color: var(--mark); text-underline-offset: 0.2em; }
  code, pre { font: 0.875rem/1.55 ui-monospace, monospace; }
  code { overflow-wrap: anywhere; }
  pre { margin: 0.75rem 0; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; }
  .scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: 0.5rem 1rem; text-align: left; vertical-align: top; }
  tr + tr > * { border-top: 1px solid var(--line); }
  th { font-weight: 500; color: var(--soft); white-space: nowrap; }
  ol { padding-left: 1.25rem; }
  li + li { margin-top: 0.35rem; }
  .places { columns: 13rem; padding: 0; list-style: none; }
  .places li { margin: 0 0 0.25rem; }
  .specified { color: var(--mark); white-space: nowrap; }
  .observed { color: inherit; }
  .assumed { color: var(--soft); }
  footer { margin-top: 3rem; color: var(--soft); font-size: 0.9rem; }
  @media (max-width: 34rem) {
    main { padding-top: 1.75rem; }
    th, td { display: block; padding: 0.5rem 1rem 0; }
    :is(th, td) + td { padding: 0 1rem 0.5rem; }
    tr > td + td, tr > th + td { border-top: 0; }
  }
`;

/** Writes a complete HTML page from its title and content. The page loads no other file. */
export const page = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      ${content}
    </main>
  </body>
</html>`;

/** Writes a table from its rows. */
export const table = (rows: readonly Html[]): Html => html`<div class="scroll"><table>${rows}</table></div>`;
