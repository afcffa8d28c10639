import type { IncomingCall, OutgoingAnswer } from '../pipeline/index.ts';
import type { Access } from './access.ts';
import type { Cors } from './cors.ts';

/** What an adapter passes to the app together with the Request. */
export interface Bindings {
  /** The id of the sandbox to which the port belongs; undefined on the main port, where the path selects the sandbox. */
  sandboxId?: string;
  /** The access rules of the control API; undefined in process, where every caller has access. */
  access?: Access;
  /** The rules that let web pages call the supplier; undefined when pages of other origins may not call. */
  cors?: Cors;
  /** The abort signal of a caller in process. The Request has a copy of this signal, which aborts when this signal aborts. */
  client?: AbortSignal;
  /** The address at which clients reach this server, when it differs from the address in the Request. */
  publicUrl?: string;
  /** Reads the files of the page at /docs. Undefined in process, where this page does not exist. */
  readDocsFile?: (name: DocsFile) => Promise<Uint8Array<ArrayBuffer>>;
  /** Reads `/llms.txt` and the guides that it lists; resolves to undefined for another path. Undefined in process, where there are no files. */
  readGuide?: (path: string) => Promise<string | undefined>;
  /** The call, and the function that sends its answer. Undefined in process, where the app returns a Response. */
  transport?: Transport;
  /** A function that wraps every call to the supplier. */
  around?: AroundCall;
}

/** One call on a connection, and the function that sends its answer. */
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

/** The files of Swagger UI that the page at /docs needs. */
export type DocsFile = 'swagger-ui.css' | 'swagger-ui-bundle.js';
