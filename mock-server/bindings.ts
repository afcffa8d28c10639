import type { IncomingCall, OutgoingAnswer } from './pipeline/index.ts';

/** What a platform passes to the app beside the Request. */
export interface Bindings {
  /** The sandbox that owns the whole address; undefined where the path decides. */
  sandboxId?: string;
  /** Who may use the control API; undefined: every caller (in process). */
  access?: Access;
  /** The signal of a caller in process: that of the Request only follows it. */
  client?: AbortSignal;
  /** The address at which clients reach this server, when it is another one than that of the Request. */
  publicUrl?: string;
  /** Reads the files of the page at /docs; undefined where there are none. */
  readDocsFile?: (name: DocsFile) => Promise<Uint8Array<ArrayBuffer>>;
  /** Reads calls and sends answers; undefined in process, where an answer is a Response. */
  transport?: Transport;
  /** Wraps every call to the supplier. */
  around?: AroundCall;
}

/** One call on its connection. */
export interface Transport {
  readonly call: IncomingCall;
  /** Sends the answer, whenever it comes. */
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

/** Who may use the control API. */
export interface Access {
  /** Host names that a request may name, others are a sign of DNS rebinding; empty: any, and a token is required. */
  hosts: readonly string[];
  /** The bearer token that is required; undefined: none, which is for loopback only. */
  token: string | undefined;
}
