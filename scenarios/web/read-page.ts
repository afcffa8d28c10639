import { readFile } from 'node:fs/promises';

/** The name of a page of the web interface. */
export type WebPage = 'report' | 'console';

/**
 * Returns a page of the web interface as HTML. The package contains the built pages. In a clone, the first use builds the page.
 *
 * @throws an error of the file system or of Vite if the page cannot be read or built
 * @example (await readPage('report')).includes('<!--data-->') // true
 */
export async function readPage(name: WebPage): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFile(new URL(`./${name}.html`, pagesFolder), 'utf8');
  const page = built.get(name) ?? build(name);
  built.set(name, page);
  return page;
}

/** The pages that this process has built. The sources do not change while it runs. */
const built = new Map<WebPage, Promise<string>>();

async function build(name: WebPage): Promise<string> {
  const { buildPage } = await import(new URL('../../.ci/build-web.ts', import.meta.url).href);
  return buildPage(name);
}

/** The folder of the built pages. The relative address is correct for a file in dist/scenarios/web and for the bundle in dist/scenarios/cli. */
const pagesFolder = new URL('../web/', import.meta.url);
