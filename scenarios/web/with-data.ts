const place = '<!--data-->';

/**
 * Returns a page of the web interface with data in it. The data cannot leave its element, because the text contains no `<`.
 *
 * @example withData(await readPage('report'), report)
 */
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
