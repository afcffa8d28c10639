import { limits } from '#contracts';
import type { Incoming } from './middleware/exchange.ts';
import type { Answered } from './pipeline.ts';

/** Between a call as some platform has it and the pipeline: reads it, and hands the answer over. */
export interface Adapter {
  incoming: Incoming;
  /** The sandbox that this address belongs to alone; undefined where the path decides. */
  sandboxId: string | undefined;
  deliver(answered: Answered): Response;
}

/** What a platform gives to the app beside the Request. */
export interface Bindings {
  adapter?: Adapter;
  /** Who may use the control API; undefined: everyone (in process). */
  access?: Access;
  /** The address people reach this server at, where it is known better than from the Request. */
  publicUrl?: string;
}

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
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The adapter of a plain Request: in process, nothing is on a wire and nothing needs compressing. */
export function requestAdapter(request: Request): Adapter {
  const url = new URL(request.url);
  return {
    sandboxId: undefined,
    incoming: {
      method: request.method,
      url: url.pathname + url.search,
      header: name => request.headers.get(name) ?? undefined,
      async readBody() {
        const bytes = await request.arrayBuffer();
        return bytes.byteLength > limits.bodySize.value ? null : decoder.decode(bytes);
      },
    },
    deliver({ status, headers, body, closed }) {
      const text = body.join('');
      closed('complete', text.length);
      return new WebResponse(text, { status, headers });
    },
  };
}
