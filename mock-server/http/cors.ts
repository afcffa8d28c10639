import type { IncomingCall, OutgoingAnswer } from '../pipeline/index.ts';

type CallHead = Pick<IncomingCall, 'method' | 'header'>;

/** The rules that let web pages of other origins call the supplier (CORS). */
export interface Cors {
  allows(origin: string): boolean;
  /** Returns the answer to a preflight request; undefined for every other call. */
  answerPreflight(call: CallHead): OutgoingAnswer | undefined;
  withHeaders(call: CallHead, answer: OutgoingAnswer): OutgoingAnswer;
}

/** The headers of answers that a page may read. Without this list, a browser hides Retry-After from a page. */
const exposed = [
  'Retry-After',
  'Date',
  'Allow',
  'Location',
  'WWW-Authenticate',
  'X-Understudy-Sandbox',
  'X-Understudy-Exchange',
  'X-Understudy-Time',
  'X-Understudy-Warnings',
].join(', ');

/** The time in seconds for which a browser may reuse the answer to a preflight request. */
const preflightAge = '600';

/**
 * Creates the CORS rules for a list of origins. With the entry `*`, pages of every origin may call. The `cors` middleware of Hono cannot do
 * this, because the server writes its answers to the socket and returns no Response.
 */
export function createCors(origins: readonly string[]): Cors {
  const isForAll = origins.includes('*');
  const allowed = new Set(origins);
  const allows = (origin: string) => isForAll || allowed.has(origin);

  /** Returns the header that allows the page to read, and the header that tells caches why it is there. */
  function basicHeaders({ header }: CallHead): Record<string, string> {
    if (isForAll) return { 'access-control-allow-origin': '*' };
    const origin = header('origin');
    const vary = { vary: 'Origin' };
    return origin !== undefined && allows(origin) ? { 'access-control-allow-origin': origin, ...vary } : vary;
  }

  return {
    allows,
    answerPreflight(call) {
      const method = call.header('access-control-request-method');
      if (call.method !== 'OPTIONS' || method === undefined) return undefined;
      const headers = call.header('access-control-request-headers');
      return withoutBody({
        ...basicHeaders(call),
        'access-control-allow-methods': method,
        ...(headers !== undefined && { 'access-control-allow-headers': headers }),
        'access-control-max-age': preflightAge,
      });
    },
    withHeaders: (call, answer) => ({
      ...answer,
      headers: { ...answer.headers, ...basicHeaders(call), 'access-control-expose-headers': exposed },
    }),
  };
}

const withoutBody = (headers: Record<string, string>): OutgoingAnswer => ({
  status: 200,
  headers,
  body: '',
  closed: () => {},
});

/** Returns whether a text is an origin as browsers send it, or `*`. */
export const isOrigin = (text: unknown): boolean =>
  text === '*' || (typeof text === 'string' && URL.parse(text)?.origin === text);
