import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';

/** Options of `createTlsFetch`, as PEM. */
export interface TlsFetchOptions {
  /** The CAs that the client trusts, in place of the public ones. */
  readonly ca?: string | undefined;
  /** The certificate that the client shows to the supplier (mutual TLS), with those of intermediate CAs, and its private key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Creates a `fetch` for a supplier that requires a certificate of the client (auth.5), or whose CA is not public. It follows no redirect.
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
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const { method, signal } = call;
    request(call.url, { agent, method, headers: Object.fromEntries(call.headers), signal }, answer => {
      const { statusCode: status = 0 } = answer;
      const content = [204, 205, 304].includes(status) ? null : (Readable.toWeb(answer) as ReadableStream);
      resolve(new Response(content, { status, headers: answer.headers as Record<string, string> }));
    })
      .on('error', cause => reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })))
      .end(body);
    return promise;
  };
}
