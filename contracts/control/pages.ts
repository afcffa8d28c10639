/**
 * Reads a paged list of the control API: yields each page, and follows the header Link to the last page (RFC 8288). If the list
 * changes in the meantime, an entry can be on two pages.
 *
 * @param url the address of the first page
 * @param send sends a GET request to an address; the function checks the status of the answer
 * @throws the errors of `send`
 * @example for await (const page of readPages(`${control}/sandboxes`, fetch)) console.log(await page.json())
 */
export async function* readPages(
  url: string,
  send: (url: string) => Response | Promise<Response>,
): AsyncGenerator<Response, void> {
  let next: string | undefined = url;
  while (next !== undefined) {
    const page: Response = await send(next);
    yield page;
    const [, address] = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(page.headers.get('link') ?? '') ?? [];
    next = address === undefined ? undefined : new URL(address, next).href;
  }
}
