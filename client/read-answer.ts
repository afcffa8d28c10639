import type { ErrorEntry } from '#contracts';
import { maskText } from '#contracts/exchange';
import { asObject } from '#contracts/util';
import type { CallId } from './call.ts';
import { HttpError, UnreadableAnswerError } from './errors.ts';

interface Came {
  readonly operation: CallId;
  readonly attempt: number;
  /** Where the call was sent: what a redirect can be relative to. */
  readonly address: string;
  /** Now, epoch milliseconds of the client's clock: what a Retry-After that is a date is compared with where the answer has no Date. */
  readonly now: number;
  /** A body of the supplier's in the names of the contract. */
  readonly toContract: (json: unknown) => unknown;
}

const byteOrderMark = '\uFEFF';

/**
 * The JSON, in contract names, of an answer of status 200, or of another status that says that all is well.
 *
 * @throws HttpError for any other status, with its Errors[] where it has some; for a redirect with the host it points to
 * @throws UnreadableAnswerError for HTML, XML, an empty or a truncated body, whatever it is labelled as
 */
export function readAnswer(response: Response, text: string, came: Came): unknown {
  const { status, ok, headers } = response;
  // Some stacks take the mark away, others do not.
  const plain = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const json = parse(plain);
  if (ok && json) return came.toContract(json.value);
  if (ok) throw new UnreadableAnswerError(came, { status, what: describe(plain) });
  const errors = json ? errorsOf(came.toContract(json.value)) : [];
  // The supplier's clock may be another than this one, and it has told both.
  const now = readHttpDate(headers.get('date')) ?? came.now;
  const retryAfter = waitOf(headers.get('retry-after'), now);
  const what = isRedirect(response) ? describeRedirect(headers.get('location'), came.address) : '';
  throw new HttpError(came, { status, errors, retryAfter, what });
}

/** Browsers hide a redirect that they are told not to follow: its status is 0 then. */
const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** Where a redirect points to, in words: the host alone, as paths and queries can hold tokens. */
function describeRedirect(location: string | null, address: string): string {
  const host = location !== null && URL.canParse(location, address) ? new URL(location, address).host : '';
  return `a redirect to ${host || 'nowhere that can be told'}, which is not followed: it would hand on the credential`;
}

/** Undefined for what is no JSON. Why it is none is not told: the parser's error quotes the body, which can hold secrets. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function describe(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'an empty body';
  if (/^<(?:!doctype|html)/i.test(start)) return 'an HTML page where JSON belongs';
  if (start.startsWith('<')) return 'XML where JSON belongs';
  return `a body of ${text.length} characters that is no JSON: it is broken, or breaks off`;
}

/** The entries of Errors[], as far as they are some. */
export function errorsOf(body: unknown): ErrorEntry[] {
  const { Errors } = asObject(body);
  return Array.isArray(Errors) ? Errors.map(masked) : [];
}

/** An entry as the supplier wrote it, but for personal data that it quotes: whoever prints an error prints this too (auth.5). */
function masked(entry: unknown): ErrorEntry {
  const told = asObject(entry);
  const { Message } = told;
  return { ...told, ...(typeof Message === 'string' && { Message: maskText(Message) }) } as ErrorEntry; // as far as it is one
}

/** A date as HTTP writes it, in its present form or an older one, which can lack the zone. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)\w*,? .*\d\d:\d\d:\d\d/i;

/** Retry-After in milliseconds: seconds, or a date (err.429). What is neither counts as not given. */
function waitOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const date = readHttpDate(header);
  return date === undefined ? undefined : Math.max(0, date - now);
}

function readHttpDate(header: string | null): number | undefined {
  // Date.parse by itself takes almost any words with a number in them for a date.
  if (header === null || !httpDate.test(header)) return undefined;
  const date = Date.parse(/GMT$/i.test(header) ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
