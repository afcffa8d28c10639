import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';

/** Options of `createTlsFetch`, as PEM. */
export interface TlsFetchOptions {
  /** The CAs that the client trusts, in place of the public ones. */
  readonly ca?: string | undefined;
  /** The certificate that the client shows to the supplier (mutual TLS), followed by those of intermediate CAs. */
  readonly cert?: string | undefined;
  /** The private key of `cert`. */
  readonly key?: string | undefined;
}

/**
 * Creates a `fetch` for a supplier that requires a certificate of the client (auth.5), or whose CA is not public. It follows no redirect.
 *
 * @throws TypeError if a text is not PEM, or if the key does not belong to the certificate
 * @example createClient({ …, fetch: createTlsFetch({ cert: await readFile('client.pem', 'utf8'), key: await readFile('client-key.pem', 'utf8') }) })
 */
export function createTlsFetch({ ca, cert, key }: TlsFetchOptions): typeof fetch {
  check({ ca, cert, key });
  const agent = new Agent({ keepAlive: true, ca, cert, key });
  return async (input, init) => {
    const call = new Request(input, init);
    const body = Buffer.from(await call.arrayBuffer());
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const { method, signal } = call;
    const headers = Object.fromEntries(call.headers);
    request(call.url, { agent, method, headers, signal }, answer => {
      const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const { statusCode: status = 0 } = answer;
      const hasBody = ![204, 205, 304].includes(status);
      resolve(
        new Response(hasBody ? (Readable.toWeb(answer) as ReadableStream) : null, { status, headers: pairs }),
      );
    })
      .on('error', cause => reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })))
      .end(body);
    return promise;
  };
}

/** Without this check, a wrong text would fail in each call. */
function check(options: TlsFetchOptions): void {
  if ((options.cert === undefined) !== (options.key === undefined))
    throw new TypeError('a client certificate and its private key belong together; give both');
  try {
    createSecureContext(options);
  } catch (error) {
    throw new TypeError(
      `the certificates or the key cannot be used: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  }
}
