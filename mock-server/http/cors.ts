import type { IncomingCall, OutgoingAnswer } from '../pipeline/index.ts';

type CallHead = Pick<IncomingCall, 'method' | 'header'>;

export type Cors = ReturnType<typeof createCors>;

/** Without this list, a browser hides these headers from a page. */
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

const preflightAge = '600'; // seconds

/** Replaces the middleware of Hono, because the server writes its answers to the socket and returns no Response. */
export function createCors(origins: readonly string[]) {
  const isForAll = origins.includes('*');
  const allowed = new Set(origins);
  const allows = (origin: string) => isForAll || allowed.has(origin);

  function basicHeaders({ header }: CallHead): Record<string, string> {
    if (isForAll) return { 'access-control-allow-origin': '*' };
    const origin = header('origin');
    const vary = { vary: 'Origin' };
    return origin !== undefined && allows(origin) ? { 'access-control-allow-origin': origin, ...vary } : vary;
  }

  return {
    allows,
    answerPreflight(call: CallHead): OutgoingAnswer | undefined {
      const method = call.header('access-control-request-method');
      if (call.method !== 'OPTIONS' || method === undefined) return undefined;
      const headers = call.header('access-control-request-headers');
      const answered: Record<string, string> = {
        ...basicHeaders(call),
        'access-control-allow-methods': method,
        ...(headers !== undefined && { 'access-control-allow-headers': headers }),
        'access-control-max-age': preflightAge,
      };
      return { status: 200, headers: answered, body: '', closed: () => {} };
    },
    withHeaders: (call: CallHead, answer: OutgoingAnswer): OutgoingAnswer => ({
      ...answer,
      headers: { ...answer.headers, ...basicHeaders(call), 'access-control-expose-headers': exposed },
    }),
  };
}

/** An origin as browsers send it, or `*`. */
export const isOrigin = (text: unknown): boolean =>
  text === '*' || (typeof text === 'string' && URL.parse(text)?.origin === text);
