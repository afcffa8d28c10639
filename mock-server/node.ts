import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type ServerType, serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { limits } from '#contracts';
import type { Access, Adapter } from './adapter.ts';
import type { MockSupplier } from './index.ts';
import type { Answered } from './pipeline.ts';
import { newControlToken } from './seed-control-token.ts';

/** Where a supplier is to be reached. */
export interface ListenOptions {
  /** TCP port; 0 takes a free one. Default 4010. */
  port?: number | undefined;
  /** Address to bind to. Default 127.0.0.1. */
  host?: string | undefined;
  /** The address people reach it at, when that is another one (a container, a proxy). */
  publicUrl?: string | undefined;
  /** Bearer token for the control API; on any address but loopback one is made when none is given. */
  controlToken?: string | undefined;
}

/** A supplier behind a port. */
export interface Listening {
  /** The base address, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** The bearer token that the control API asks for; undefined when it asks for none. */
  readonly controlToken: string | undefined;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

/** A port that could not be opened. */
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
    return 'the port is taken; end what uses it, or take another one (--port 0 finds a free one)';
  if (code === 'EACCES') return 'ports below 1024 need more rights; take a higher one';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'this machine has no such address; try --host 127.0.0.1';
  return message;
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return loopback.has(host) || host.startsWith('127.');
}

/**
 * Opens a port for a supplier, and lets its control API open further ones for single sandboxes.
 *
 * @throws ListenError when the port cannot be opened
 * @example const { url, close } = await listen(createMockSupplier(), { port: 0 })
 */
export async function listen(supplier: MockSupplier, options: ListenOptions = {}): Promise<Listening> {
  const { host = '127.0.0.1', port = 4010 } = options;
  const controlToken = options.controlToken ?? (isLoopback(host) ? undefined : newControlToken());
  const opened = new Map<string, Promise<Listening>>();
  const main = await open(supplier, { ...options, host, port, controlToken });
  supplier.ports.provide(async (sandboxId, wanted) => {
    const listening = open(supplier, { host, port: wanted, controlToken }, sandboxId);
    opened.set(sandboxId, listening);
    return listening;
  });
  return {
    ...main,
    async close() {
      const others = await Promise.allSettled(opened.values());
      await Promise.all([
        main.close(),
        ...others.map(other => (other.status === 'fulfilled' ? other.value.close() : undefined)),
      ]);
    },
  };
}

type OpenOptions = ListenOptions & { host: string; port: number };

async function open(supplier: MockSupplier, options: OpenOptions, sandboxId?: string): Promise<Listening> {
  const { host, port, controlToken } = options;
  const publicUrl = options.publicUrl?.replace(/\/+$/, '');
  const access: Access = { hosts: allowedHosts(host, publicUrl), token: controlToken };
  const connections = createConnections();
  const server = await start({
    hostname: host,
    port,
    // Replacing the global Request and Response would break MSW in the same process.
    overrideGlobalObjects: false,
    fetch: (request, { incoming, outgoing }) => {
      const adapter = socketAdapter(incoming as IncomingMessage, outgoing as ServerResponse, sandboxId); // no HTTP/2 server here
      adapter.incoming.connection = connections.count((incoming as IncomingMessage).socket);
      return supplier.handle(request, { adapter, access, ...(publicUrl !== undefined && { publicUrl }) });
    },
  });
  const { port: actual } = server.address() as AddressInfo; // a TCP server has one
  const shown = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  return {
    url: publicUrl ?? `http://${shown}:${actual}`,
    port: actual,
    controlToken,
    close: () => stop(server),
  };
}

function start(
  options: Parameters<typeof serve>[0] & { hostname: string; port: number },
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve(options, () => {
      server.off('error', refuse);
      resolve(server);
    });
    const refuse = (error: Error) => reject(new ListenError(options.port, options.hostname, error));
    server.once('error', refuse);
  });
}

function stop(server: ServerType): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

/** The names this server goes by: beyond loopback nobody knows them all, and a token is asked for instead. */
function allowedHosts(host: string, publicUrl: string | undefined): string[] {
  if (!isLoopback(host)) return [];
  return [...loopback, host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
}

/** Numbers connections, and the requests on each: some HTTP stacks repeat a request by themselves on a reused one. */
function createConnections() {
  const known = new WeakMap<Socket, { id: number; request: number }>();
  let last = 0;
  return {
    count(socket: Socket): { id: number; request: number } {
      const before = known.get(socket);
      const connection = { id: before?.id ?? ++last, request: (before?.request ?? 0) + 1 };
      known.set(socket, connection);
      return connection;
    },
  };
}

const compressFrom = 1_024;

/** Reads from and writes to the socket itself: a Request and a Response would cost more than the whole pipeline. */
function socketAdapter(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  sandboxId: string | undefined,
): Adapter {
  return {
    sandboxId,
    incoming: {
      method: incoming.method ?? 'GET',
      url: incoming.url ?? '/',
      header: name => {
        const value = incoming.headers[name];
        return Array.isArray(value) ? value.join(', ') : value;
      },
      readBody: () => readBody(incoming),
    },
    deliver(answered) {
      write(incoming, outgoing, answered);
      return RESPONSE_ALREADY_SENT;
    },
  };
}

function write(incoming: IncomingMessage, outgoing: ServerResponse, answered: Answered): void {
  const { status, headers, body, isAscii, closed } = answered;
  const packed = pack(body, incoming.headers['accept-encoding']);
  const length = packed?.length ?? lengthOf(body, isAscii);
  const fields: Record<string, string | number> = {
    ...headers,
    vary: 'Accept-Encoding',
    'content-length': length,
  };
  if (packed) fields['content-encoding'] = 'gzip';
  // A body that was cut off leaves bytes on the connection that must not be read as the next request.
  if (status === 413) fields.connection = 'close';
  outgoing.once('close', () => closed(outgoing.writableFinished ? 'complete' : 'client-gone', length));
  outgoing.writeHead(status, fields);
  if (status === 413 && !incoming.complete) writeAndLinger(incoming, outgoing, body.join(''));
  else if (packed) outgoing.end(packed);
  else writePieces(outgoing, body, isAscii ? 'latin1' : 'utf8');
}

function pack(body: readonly string[], accepted: string | undefined): Buffer | undefined {
  if (accepted === undefined || !acceptsGzip(accepted)) return undefined;
  const text = body.join('');
  return text.length < compressFrom ? undefined : gzipSync(text, { level: 1 });
}

function lengthOf(body: readonly string[], isAscii: boolean): number {
  let length = 0;
  for (const piece of body) length += isAscii ? piece.length : Buffer.byteLength(piece);
  return length;
}

/** Strings, not Buffers: Node then sends them with the headers in one write. */
function writePieces(outgoing: ServerResponse, body: readonly string[], encoding: 'latin1' | 'utf8'): void {
  const last = body.length - 1;
  for (let index = 0; index < last; index += 1) outgoing.write(body[index], encoding);
  outgoing.end(body[last], encoding);
}

/**
 * Answers at once, but closes the connection only when the client has sent everything: many clients read no answer
 * before that, and would see a broken connection instead of the 413. Node's request timeout bounds the wait.
 */
function writeAndLinger(incoming: IncomingMessage, outgoing: ServerResponse, body: string): void {
  outgoing.write(body);
  incoming.once('end', () => outgoing.end());
}

/** Whether a client takes gzip: named, or by `*`, and not with a weight of 0. */
function acceptsGzip(header: string): boolean {
  const codings = header.split(',').map(part => part.trim().toLowerCase());
  const entry =
    codings.find(coding => coding.startsWith('gzip')) ?? codings.find(coding => coding.startsWith('*'));
  return entry !== undefined && !/;\s*q=0(?:\.0*)?$/.test(entry);
}

/** The body as text, or null as soon as it is too large; what follows is thrown away. */
function readBody(incoming: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limits.bodySize.value) chunks.push(chunk);
      else resolve(null);
    });
    incoming.once('end', () => {
      const [only] = chunks;
      resolve(only && chunks.length === 1 ? only.toString() : Buffer.concat(chunks).toString());
    });
    incoming.once('error', reject);
    incoming.once('close', () => reject(new Error('the client was gone before its request was read')));
  });
}
