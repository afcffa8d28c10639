import type { IncomingCall, OutgoingAnswer } from './pipeline/index.ts';

/** What an adapter passes to the app besides the Request. */
export interface Bindings {
  /** The id of the sandbox that owns the port; undefined when the path selects the sandbox. */
  sandboxId?: string;
  /** The access rules of the control API; undefined in process, where every caller has access. */
  access?: Access;
  /** The signal of a caller in process. The signal of the Request only follows it. */
  client?: AbortSignal;
  /** The address at which clients reach this server, when it differs from that of the Request. */
  publicUrl?: string;
  /** Reads the files of the page at /docs; undefined in process, where there is no such page. */
  readDocsFile?: (name: DocsFile) => Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the call and sends its answer; undefined in process, where an answer is a Response. */
  transport?: Transport;
  /** Wraps every call to the supplier. */
  around?: AroundCall;
}

/** One call on its connection. */
export interface Transport {
  readonly call: IncomingCall;
  /** Sends the answer when it is ready. */
  send(answering: Promise<OutgoingAnswer>): Response | Promise<Response>;
}

/**
 * Wraps every call to a supplier, before its answer is sent.
 *
 * @example const slow: AroundCall = async (call, next) => { await pause(); return next(); }
 */
export type AroundCall = (
  call: Pick<IncomingCall, 'url' | 'header'> & { readonly sandboxId: string | undefined },
  next: () => Promise<OutgoingAnswer>,
) => Promise<OutgoingAnswer>;

/** The files of Swagger UI that the page at /docs needs. */
export type DocsFile = 'swagger-ui.css' | 'swagger-ui-bundle.js';

/** The access rules of the control API. */
export interface Access {
  /** The allowed host names; another name is a sign of DNS rebinding. Empty: every name is allowed, and a token is required. */
  hosts: readonly string[];
  /** The required bearer token; undefined: no token is required, on loopback only. */
  token: string | undefined;
}
