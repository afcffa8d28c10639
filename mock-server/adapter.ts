import { limits } from '#contracts';
import { textOf } from './pipeline/body.ts';
import type { Incoming } from './pipeline/exchange.ts';
import type { Answered } from './pipeline/index.ts';
import { wireResponse } from './wire-response.ts';

/** What a platform gives to the app beside the Request. */
export interface Bindings {
  /** The sandbox that the address belongs to alone; undefined where the path decides. */
  sandboxId?: string;
  /** Who may use the control API; undefined: everyone (in process). */
  access?: Access;
  /** The signal that a caller in process gave, where it is known better than from the Request. */
  client?: AbortSignal;
  /** The address people reach this server at, where it is known better than from the Request. */
  publicUrl?: string;
  /** Reads what the page at /docs is made of; undefined where there are no files. */
  readDocsFile?: (name: DocsFile) => Promise<Uint8Array<ArrayBuffer>>;
}

/** The files of Swagger UI that the page at /docs needs. */
export type DocsFile = 'swagger-ui.css' | 'swagger-ui-bundle.js';

/** Who may use the control API. */
export interface Access {
  /** Host names that a request may name, others are a sign of DNS rebinding; none: any, and a token is asked for. */
  hosts: readonly string[];
  /** Bearer token that is asked for; undefined: none, which is for loopback only. */
  token: string | undefined;
}

// Node loads its fetch classes when one of them is first named, which takes 20 ms: better here, at import, than in
// the first call of somebody's first test.
const { Response: WebResponse } = globalThis;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A call as a Request has it: in process, nothing is on a wire and nothing needs compressing. */
export function readRequest(request: Request, client?: AbortSignal): Incoming {
  const url = new URL(request.url);
  return {
    method: request.method,
    url: url.pathname + url.search,
    header: name => request.headers.get(name) ?? undefined,
    headerNames: () => [...request.headers.keys()],
    origin: () => url.origin,
    signal: () => client ?? request.signal,
    async readBody() {
      const bytes = await request.arrayBuffer();
      return bytes.byteLength > limits.bodySize.value ? null : decoder.decode(bytes);
    },
  };
}

/**
 * An answer as a Response.
 *
 * @param client the signal of the Request
 * @throws what `fetch` rejects with where a fault leaves no answer: a TypeError, or the signal's reason
 */
export function toResponse(answered: Answered, client: () => AbortSignal): Response {
  const { status, headers, body, isAscii, wire, closed } = answered;
  if (wire) return wireResponse(answered, wire, client());
  const text = textOf(body);
  closed('complete', isAscii ? text.length : encoder.encode(text).length);
  return new WebResponse(text, { status, headers });
}
