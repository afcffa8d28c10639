import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { siteHeader } from '#mock-server/web/pages/page';
import { siteStyle } from '#mock-server/web/pages/style';
import { licences } from './licences.ts';

/** The pages of the web interface. Each is a folder in scenarios/web with a file main.tsx. */
export const webPages = ['report', 'console'] as const;

/**
 * Builds a page of the web interface as one HTML file that loads no other file. The place for data is `<!--data-->`.
 *
 * @throws an error of Vite if the sources have a mistake
 * @example (await buildPage('report')).length
 */
export async function buildPage(name: (typeof webPages)[number]): Promise<string> {
  const root = join(import.meta.dirname, '..');
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      lib: { entry: join(root, `scenarios/web/${name}/main.tsx`), formats: ['iife'], name: 'understudy' },
    },
  });
  const outputs = [result].flat().flatMap(one => ('output' in one ? one.output : []));
  const script = outputs.flatMap(one => (one.type === 'chunk' ? [one.code] : [])).join('\n');
  const style = outputs.flatMap(one => (one.type === 'asset' ? [String(one.source)] : [])).join('\n');
  const modules = outputs.flatMap(one => (one.type === 'chunk' ? one.moduleIds : []));
  // The console is a page of the server; a report has no server.
  const isSite = name === 'console';
  return pageOf({
    script: script.replaceAll('</script', '<\\/script').trim(),
    style: `${isSite ? siteStyle : ''}${style}`.trim(),
    header: isSite ? String(siteHeader({ baseUrl: '.', serverUrl: '.', hasConsole: true }, '/console')) : '',
    notice: licences(modules).replaceAll('--', '- -').trim(),
  });
}

/** Writes each page into a folder, as a module whose export `html` is the text of the page. */
export async function writePages(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of webPages) {
    const html = JSON.stringify(await buildPage(name));
    writeFileSync(join(folder, `${name}-page.js`), `export const html = ${html};\n`);
  }
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface PageParts {
  readonly script: string;
  readonly style: string;
  readonly header: string;
  /** The licences of the packages that the script contains. */
  readonly notice: string;
}

/** Only this script and this style may run, so that markup in the data can do nothing. */
const pageOf = ({ script, style, header, notice }: PageParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'">
<title>Understudy</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${header}
<div id="app"></div>
<!--data-->
<script>${script}</script>
</body>
</html>
<!--
${notice}
-->
`;
