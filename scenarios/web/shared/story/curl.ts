import type { StoryCall } from '../../../story/index.ts';

/**
 * Returns a command that sends a call again. Secrets are masked in a story, so the command needs the right ones.
 *
 * @example curlOf({ method: 'GET', url: '/x' }) // "curl \"$UNDERSTUDY_BASE_URL\"'/x'"
 */
export function curlOf({ method, url, request }: Pick<StoryCall, 'method' | 'url' | 'request'>): string {
  const isAbsolute = /^https?:/.test(url);
  const address = isAbsolute ? quote(url) : `"$UNDERSTUDY_BASE_URL"${quote(url)}`;
  const hasBody = request !== undefined && method !== 'GET';
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${quote(method)}`} ${address}`,
    ...(hasBody ? ["-H 'Content-Type: application/json'", `--data-raw ${quote(compact(request))}`] : []),
  ];
  return parts.join(' \\\n  ');
}

const quote = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a body without its indentation. A body that was cut off stays as it is. */
function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}
