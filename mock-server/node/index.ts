import { createServer, type Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { limits } from '#contracts';
import { isSameText, maxTimer, once } from '#contracts/util';
import { hostMachine, randomId } from '../clock/index.ts';
import { type Access, type AroundCall, type Bindings, createCors, isOrigin } from '../http/index.ts';
import type { MockSupplier } from '../index.ts';
import { checkOptions, func, wholeNumber } from '../sandbox/index.ts';
import { type Connections, createConnections, drain, refuseBrokenRequests } from './connections.ts';
import { createListener } from './socket.ts';
import type { TestCertificateOptions, TestCertificates, TlsOptions } from './tls-types.ts';
import type { ControlTokens } from './tokens.ts';

export { createSharedTime, type SharedClock, type SharedTime } from '../clock/index.ts';

/** The options of `listen`. */
export interface ListenOptions {
  /** The TCP port. The number 0 selects a free port. Default: 4010. */
  port?: number | undefined;
  /** The address to which the port is bound. Default: 127.0.0.1. */
  host?: string | undefined;
  /** The address at which clients reach the server, when it differs from `host` and `port`, for example in a container or with a proxy. */
  publicUrl?: string | undefined;
  /** The bearer token for the control API. By default, a token is generated only when host or publicUrl is not loopback. */
  controlToken?: string | undefined;
  /** More tokens for the control API, which then always requires a token. `controlToken` has all rights. */
  tokens?: ControlTokens | undefined;
  /**
   * The maximum time that a client may take to send a whole request, in real milliseconds. An import of a sandbox may take longer, if the
   * client sends a part of it in each such time. Default: one minute (`limits.requestTime`).
   */
  requestTimeout?: number | undefined;
  /**
   * The origins of web pages that may call the supplier, such as `http://localhost:5173`, or `*` for every page. Browsers then also show
   * Retry-After to these pages. The control API accepts no calls of these pages. Default: no origin.
   */
  cors?: readonly string[] | undefined;
  /** Serves https in place of http (auth.5). Sandboxes with a port of their own use the same certificate. */
  tls?: TlsOptions | undefined;
  /** A function that wraps every call to the supplier, also on the ports of single sandboxes. */
  around?: AroundCall | undefined;
}

const listenOptions = z.strictObject({
  port: wholeNumber(0, 65_535).optional(),
  host: z.string().optional(),
  publicUrl: z.string().optional(),
  controlToken: z.string().optional(),
  tokens: z.object({ scopeOf: func, onQuotas: func }).optional(),
  requestTimeout: wholeNumber(1, maxTimer).optional(),
  cors: z.array(z.custom(isOrigin, 'expected an origin such as "http://localhost:5173", or "*"')).optional(),
  tls: z.strictObject({ cert: z.string(), key: z.string(), clientCa: z.string().optional() }).optional(),
  around: func.optional(),
} satisfies Record<keyof ListenOptions, z.ZodType>);

/** A supplier with an open port. */
export interface Listening {
  /** The base address for clients, without a slash at the end. */
  readonly url: string;
  /** The address to which the port is bound. It differs from `url` with a `publicUrl`. */
  readonly localUrl: string;
  readonly port: number;
  /** The bearer token that the control API requires; undefined when the control API requires no token. */
  readonly controlToken: string | undefined;
  /** Closes all connections and the port. */
  close(): Promise<void>;
  /**
   * Refuses new calls with 503, ends the streams of events, waits for the answers to the other calls, at most `maxMs` real milliseconds,
   * and closes the port. Returns whether all calls have their answers.
   */
  stop(maxMs: number): Promise<boolean>;
}

/** The error that `listen` throws when it cannot open the port. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly port: number;
  readonly host: string;
  readonly code: string;

  constructor(port: number, host: string, cause: NodeJS.ErrnoException) {
    super(`cannot listen on ${host}:${port}: ${explain(cause)}`, { cause });
    this.port = port;
    this.host = host;
    this.code = cause.code ?? 'UNKNOWN';
  }
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return 'the port is in use; stop the other program or choose another port (--port 0 selects a free port)';
  if (code === 'EACCES') return 'ports below 1024 need more rights; choose a higher port';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'this machine does not have this address; try --host 127.0.0.1';
  return message;
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** Whether only this machine can reach the host. @example isLoopback('127.0.0.2') // true */
export function isLoopback(host: string): boolean {
  return loopback.has(host) || /^127(?:\.\d{1,3}){1,3}$/.test(host);
}

/** `publicUrl` also matters, because behind a proxy every call seems to come from this machine. */
function isForOthers({ host, publicUrl }: Pick<OpenOptions, 'host' | 'publicUrl'>): boolean {
  return !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));
}

/**
 * Opens a port for a supplier. After that, the supplier's control API can open ports for single sandboxes.
 *
 * @throws TypeError for an unknown or wrong option
 * @throws ListenError when the port cannot be opened
 * @example const { url, close } = await listen(createMockSupplier(), { port: 0 })
 */
export async function listen(supplier: MockSupplier, options: ListenOptions = {}): Promise<Listening> {
  checkOptions('listen', options, listenOptions);
  const { host = '127.0.0.1', port = 4010 } = options;
  const { controlToken = isForOthers({ ...options, host }) ? randomId() : undefined } = options;
  const metrics = once(async () => (await import('./metrics.ts')).startMetrics(supplier)); // the first call starts to count
  supplier.observation.readMetrics ??= async () => (await metrics())();
  options.tokens?.onQuotas(quotas => supplier.sandboxes.namespaces.setQuotas(quotas));
  const others = new Set<Promise<Opened>>();
  const main = await open(supplier, { ...options, host, port, controlToken });
  supplier.ports.provide(async (sandboxId, wanted, tls = options.tls) => {
    const { requestTimeout, around, cors, tokens } = options;
    const shared = { host, controlToken, tokens, requestTimeout, around, cors, tls };
    const opening = open(supplier, { ...shared, port: wanted }, sandboxId);
    const forget = () => others.delete(opening);
    others.add(opening);
    opening.catch(forget);
    const { url, server } = await opening;
    return { url, close: () => stop(server).finally(forget) };
  });
  const all = async () => {
    const opened = await Promise.allSettled(others);
    return [main, ...opened.flatMap(other => (other.status === 'fulfilled' ? other.value : []))];
  };
  const close = async () => void (await Promise.all((await all()).map(({ server }) => stop(server))));
  const { server: _, connections: __, ...facts } = main;
  return {
    ...facts,
    close,
    async stop(maxMs) {
      supplier.lifecycle.abort();
      const opened = await all();
      const isDrained = await drain(
        opened.map(one => one.connections),
        maxMs,
        hostMachine,
      );
      await close();
      return isDrained;
    },
  };
}

type Opened = Omit<Listening, 'close' | 'stop'> & {
  readonly server: Server | TlsServer;
  readonly connections: Connections;
};

type OpenOptions = ListenOptions & { host: string; port: number };

/** Undefined if the control API requires no token. */
function scopeOf({ controlToken, tokens }: OpenOptions): Access['scopeOf'] {
  if (controlToken === undefined) return tokens && (token => tokens.scopeOf(token));
  return token => (isSameText(token, controlToken) ? 'admin' : tokens?.scopeOf(token));
}

async function open(supplier: MockSupplier, options: OpenOptions, sandboxId?: string): Promise<Opened> {
  const { host, port, controlToken } = options;
  const publicUrl = options.publicUrl?.replace(/\/+$/, '');
  const bindings: Bindings = {
    access: { hosts: allowedHosts(host, publicUrl), scopeOf: scopeOf(options) },
    readDocsFile: async name => (await import('./docs.ts')).readDocsFile(name),
    readGuide: async path => (await import('./docs.ts')).readGuide(path),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(sandboxId !== undefined && { sandboxId }),
    ...(options.cors && options.cors.length > 0 && { cors: createCors(options.cors) }),
    ...(options.around && { around: options.around }),
  };
  const { requestTimeout = limits.requestTime.value } = options;
  const connections = createConnections();
  const timeouts = {
    requestTimeout,
    headersTimeout: requestTimeout,
    keepAliveTimeout: limits.idleConnection.value,
    connectionsCheckingInterval: Math.min(requestTimeout / 4, 5_000),
  };
  const listener = createListener(supplier, bindings, connections);
  const server = options.tls
    ? (await import('./tls.ts')).createTlsServer(options.tls, timeouts, listener)
    : createServer(timeouts, listener);
  refuseBrokenRequests(server, connections, requestTimeout);
  await start(server, port, host);
  const { port: actual } = server.address() as AddressInfo; // a TCP server has an address with a port
  const shown = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  const localUrl = `${options.tls ? 'https' : 'http'}://${shown}:${actual}`;
  return { url: publicUrl ?? localUrl, localUrl, port: actual, controlToken, server, connections };
}

function start(server: Opened['server'], port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(new ListenError(port, host, error));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function stop(server: Opened['server']): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** For a host that is not loopback, the names are unknown, and the control API requires a token instead. */
function allowedHosts(host: string, publicUrl: string | undefined): string[] {
  if (!isLoopback(host)) return [];
  return [...loopback, host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
}

/**
 * Makes a CA, a certificate for a server and one for a client, for tests. They are valid from 2000 to 2049, also for clients on virtual time.
 *
 * @throws an error of the file system if the folder cannot be read or written
 * @example
 * const { ca, server } = await createTestCertificates();
 * const { url } = await listen(supplier, { tls: { ...server, clientCa: ca } });
 */
export async function createTestCertificates(
  options: TestCertificateOptions = {},
): Promise<TestCertificates> {
  return (await import('./certificates.ts')).makeCertificates(options);
}

export type { AroundCall } from '../http/index.ts';
export type { IncomingCall, OutgoingAnswer } from '../pipeline/index.ts';
export { openStore } from './open-store.ts';
export type { KeyPair, TestCertificateOptions, TestCertificates, TlsOptions } from './tls-types.ts';
export { ControlTokens } from './tokens.ts';
