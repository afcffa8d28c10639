import { readJson } from '#contracts/util';
import type { StoryCall } from '../../report/index.ts';

export { clockTime, shortDuration } from '#contracts/util';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Makes control characters visible, and marks of the writing direction too, so that a text cannot change how others are read. */
export const visible = (text: string): string =>
  text.replace(controls, one =>
    one.charCodeAt(0) < 0x20 ? String.fromCharCode(0x2400 + one.charCodeAt(0)) : '\uFFFD',
  );

/** Shortens a text for a place with little room. @example cut('hotel.search', 6) // 'hotel…' */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : length < 2 ? '' : `${text.slice(0, length - 1)}…`;

/** Returns a command that sends a call again. Secrets are masked in a story, so the command needs the right ones. */
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

export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const quote = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : shellQuote(text));

/** Returns a body without its indentation. A body that was cut off stays as it is. */
const compact = (body: string): string => JSON.stringify(readJson(body)) ?? body;
