import type { IncomingCall, OutgoingAnswer } from '../pipeline/index.ts';
import type { Access } from './access.ts';
import type { Cors } from './cors.ts';

/** What an adapter passes to the app together with the Request. */
export interface Bindings {
  /** Of the port; undefined on the main port, where the path selects the sandbox. */
  sandboxId?: string;
  /** Undefined in process, where every caller has access. */
  access?: Access;
  /** Undefined when pages of other origins may not call. */
  cors?: Cors;
  /** Of a caller in process. The Request has only a copy of this signal. */
  client?: AbortSignal;
  /** When it differs from the address in the Request. */
  publicUrl?: string;
  /** For the page at /docs. Undefined in process, where this page does not exist. */
  readDocsFile?: (name: DocsFile) => Promise<Uint8Array<ArrayBuffer>>;
  /** For `/llms.txt` and the guides that it lists. Undefined in process, where there are no files. */
  readGuide?: (path: string) => Promise<string | undefined>;
  /** Undefined in process, where the app returns a Response. */
  transport?: Transport;
  around?: AroundCall;
}

export interface Transport {
  readonly call: IncomingCall;
  /** Sends the answer as soon as `answering` resolves. */
  send(answering: Promise<OutgoingAnswer>): Response | Promise<Response>;
  /** Answers with the Response of a site that needs the whole Request. */
  visit(site: (request: Request) => Response | Promise<Response>): Response | Promise<Response>;
}

/**
 * A function that wraps every call to a supplier. It can run code before `next()` handles the call, and after.
 *
 * @example const slow: AroundCall = async (call, next) => { await pause(); return next(); }
 */
export type AroundCall = (
  call: Pick<IncomingCall, 'url' | 'header'> & { readonly sandboxId: string | undefined },
  next: () => Promise<OutgoingAnswer>,
) => Promise<OutgoingAnswer>;

/** Of Swagger UI, for the page at /docs. */
export type DocsFile = 'swagger-ui.css' | 'swagger-ui-bundle.js';
