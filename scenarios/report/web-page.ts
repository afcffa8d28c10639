import { memoize } from '#contracts/util';

export type WebPage = 'report' | 'console';

/** The folder of the built pages. The relative address is correct for a file in dist/scenarios/web and for the bundle in dist/scenarios/cli. */
const pagesFolder = new URL('../web/', import.meta.url);

/** The package contains the built pages. In a clone, the first use builds the page. */
export const readPage = memoize(async (name: WebPage): Promise<string> => {
  if (import.meta.url.endsWith('.ts')) {
    const { buildPage } = await import(new URL('../../.ci/build-web.ts', import.meta.url).href);
    return buildPage(name);
  }
  // The built pages are modules, so that a report can also be written where there are no files.
  return (await import(new URL(`${name}-page.js`, pagesFolder).href)).html;
});

const place = '<!--data-->';

/** The data cannot leave its element, because the text contains no `<`. */
export function withData(page: string, data: unknown): string {
  const at = page.indexOf(place);
  const json = `<script type="application/json" id="data">${safeJson(data)}</script>`;
  return page.slice(0, at) + json + page.slice(at + place.length);
}

const safeJson = (data: unknown): string =>
  JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
