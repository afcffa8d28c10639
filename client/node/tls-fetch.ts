import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';

/** Options of `createTlsFetch`, as PEM. */
export interface TlsFetchOptions {
  /** The CAs that the client trusts, in place of the public ones. */
  readonly ca?: string | undefined;
  /** The certificate of the client for mutual TLS, with those of intermediate CAs, and its private key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Creates a `fetch` for mutual TLS (auth.5), or for a supplier whose CA is not public. It follows no redirect.
 *
 * @throws Error if a text is not PEM, or if the key does not belong to the certificate
 * @example createClient({ …, fetch: createTlsFetch({ cert: await readFile('client.pem', 'utf8'), key: await readFile('client-key.pem', 'utf8') }) })
 */
export function createTlsFetch({ ca, cert, key }: TlsFetchOptions): typeof fetch {
  if ((cert === undefined) !== (key === undefined))
    throw new TypeError('the certificate of a client and its private key belong together; give both');
  createSecureContext({ ca, cert, key }); // otherwise a wrong text would fail in each call
  const agent = new Agent({ keepAlive: true, ca, cert, key });
  return async (input, init) => {
    const call = new Request(input, init);
    const body = Buffer.from(await call.arrayBuffer());
    const { method, signal } = call;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(call.url, { agent, method, headers: Object.fromEntries(call.headers), signal }, resolve)
      .on('error', cause => reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })))
      .end(body);
    const answer = await promise;
    const { statusCode: status = 0 } = answer;
    const isEmpty = [204, 205, 304].includes(status);
    if (isEmpty) answer.resume(); // otherwise the connection stays in use
    const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream);
    return new Response(content, { status, headers: answer.headers as Record<string, string> });
  };
}
