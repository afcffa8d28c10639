import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { limits } from '#contracts';
import type { Ending } from '#contracts/exchange';
import { memoize } from '#contracts/util';
import type { Bindings, Transport } from '../http/index.ts';
import type { MockSupplier } from '../index.ts';
import { type IncomingCall, type OutgoingAnswer, pieceStart, type WirePlan } from '../pipeline/index.ts';
import type { PauseEnd } from '../sandbox/index.ts';
import { type AnsweredResponse, answerKey } from './channels.ts';
import { type Connections, refuseWhileStopping } from './connections.ts';

const minCompressed = 1_024; // characters
/** Node writes a text of this length together with the headers, as one piece. A longer one is faster as a Buffer. */
const maxPiece = 4_096; // characters

/** A client that uses this server as a proxy sends the whole address. */
const pathOf = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, ''));

export function createListener(
  supplier: MockSupplier,
  bindings: Bindings,
  connections: Connections,
): RequestListener {
  return async (incoming, outgoing) => {
    if (supplier.lifecycle.signal.aborted && refuseWhileStopping(incoming, outgoing)) return;
    const { id, request: number } = connections.count(incoming.socket, outgoing);
    const connection = { id, request: number, ...certificateOf(incoming.socket) };
    const transport = socketTransport(incoming, outgoing, connection);
    try {
      // The app reads nothing else of a Request that has a transport.
      await supplier.handle({ method: incoming.method ?? 'GET' } as Request, { ...bindings, transport });
    } catch {
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    }
  };
}

function certificateOf(socket: Socket & Partial<Pick<TLSSocket, 'getPeerX509Certificate'>>) {
  const { subject, fingerprint256: fingerprint } = socket.getPeerX509Certificate?.() ?? {};
  return fingerprint && { certificate: { subject: (subject ?? '').replaceAll('\n', ', '), fingerprint } };
}

/** For the app, which passes it on; nothing reads it. */
const sent = {} as Response;

/** Writes to the socket, because a `Response` takes longer than the whole pipeline. */
function socketTransport(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  connection: IncomingCall['connection'],
): Transport {
  return {
    call: readCall(incoming, connection),
    send(answering) {
      answering
        .then(answer => write(incoming, outgoing, answer))
        // The promise rejects only when the client has disconnected. This error must not end the process.
        .catch(() => outgoing.destroy());
      return sent;
    },
    async visit(site) {
      // Only here, because the classes of `fetch` take longer to load than the rest of Node.
      const { getRequestListener, RequestError } = await import('@hono/node-server');
      const answer = getRequestListener(site, {
        overrideGlobalObjects: false, // a replacement would break MSW
        hostname: 'localhost',
        errorHandler(error) {
          if (!(error instanceof RequestError)) return new Response(null, { status: 500 });
          // The host or the path is not valid in a URL.
          const { method = 'GET' } = incoming;
          return site(new Request('http://localhost/', { method: method === 'TRACE' ? 'GET' : method }));
        },
      });
      await answer(incoming, outgoing);
      return sent;
    },
  };
}

function readCall(incoming: IncomingMessage, connection: IncomingCall['connection']): IncomingCall {
  return {
    signal: () => disconnectSignal(incoming.socket),
    method: incoming.method ?? 'GET',
    url: pathOf(incoming.url ?? '/'),
    header: name => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    headerNames: () => Object.keys(incoming.headers),
    origin: () => `${'encrypted' in incoming.socket ? 'https' : 'http'}://${incoming.headers.host ?? ''}`,
    readBody: () => readBody(incoming),
    connection,
  };
}

/** Resolves with null as soon as the body is too large, and discards the rest. */
function readBody(incoming: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const reportGone = () => reject(new Error('the client disconnected before its request was complete'));
    // The client can disconnect while the server loads the sandbox. In this case, no 'close' event follows.
    if (incoming.destroyed && !incoming.readableEnded) reportGone();
    if (Number(incoming.headers['content-length']) > limits.bodySize.value) resolve(null);
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
    // Every request ends with the event `close`, also after an error.
    incoming.once('close', () => {
      if (!incoming.readableEnded) reportGone();
    });
  });
}

function write(incoming: IncomingMessage, outgoing: AnsweredResponse, answered: OutgoingAnswer): void {
  const { status, headers, body, wire, closed } = answered;
  outgoing[answerKey] = answered;
  // The client can disconnect before the answer is ready. In this case, no 'close' event follows.
  if (outgoing.destroyed || incoming.socket.destroyed) {
    closed(endingOf(outgoing), 0);
    return;
  }
  if (wire) {
    writeWire(outgoing, answered, wire);
    return;
  }
  const packed = pack(body, incoming.headers['accept-encoding']);
  const bytes = packed ?? (body.length > maxPiece ? encode(body, outgoing) : body);
  const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
  const fields = headerFields(headers, length);
  if (packed) fields.push('content-encoding', 'gzip');
  // The connection must close. Otherwise Node would read the rest of the body as the next request.
  if (status === 413) fields.push('connection', 'close');
  reportEnd(outgoing, answered, () => length);
  outgoing.writeHead(status, fields);
  if (status === 413 && !incoming.complete) writeAndLinger(incoming, outgoing, body);
  else outgoing.end(bytes);
}

/** Undefined while an answer uses it. */
let spare: Buffer | undefined = Buffer.allocUnsafeSlow(262_144);

/** Reuses memory, because the memory for the text of a Search takes longer than the whole rest of the call. */
function encode(body: string, outgoing: ServerResponse): Buffer {
  const memory = spare;
  if (!memory || 3 * body.length > memory.length) return Buffer.from(body);
  spare = undefined;
  outgoing.once('close', () => {
    spare = memory;
  });
  return memory.subarray(0, memory.write(body));
}

function pack(body: string, accepted: string | undefined): Buffer | undefined {
  if (body.length < minCompressed || accepted === undefined || !acceptsGzip(accepted)) return undefined;
  return gzipSync(body, { level: 1 });
}

/** Gzip, its old name x-gzip, or `*`, with a weight other than 0. */
function acceptsGzip(header: string): boolean {
  const codings = header.split(',').map(part => part.trim().toLowerCase().replace(/^x-/, ''));
  const entry =
    codings.find(coding => coding.startsWith('gzip')) ?? codings.find(coding => coding.startsWith('*'));
  return entry !== undefined && !/;\s*q=0(?:\.0*)?$/.test(entry);
}

/** A flat list is faster than an object, because Node checks and copies each name of an object. */
function headerFields(headers: Readonly<Record<string, string>>, length: number): (string | number)[] {
  const fields: (string | number)[] = ['vary', 'Accept-Encoding', 'content-length', length];
  for (const name in headers) fields.push(name, headers[name] ?? '');
  return fields;
}

/**
 * Closes the connection only after the client has sent its whole request. Many clients read no answer while they send a body, and would
 * report a broken connection instead of status 413. The request timeout of Node limits the wait.
 */
function writeAndLinger(incoming: IncomingMessage, outgoing: ServerResponse, body: string): void {
  outgoing.write(body);
  incoming.once('end', () => outgoing.end());
}

function writeWire(outgoing: ServerResponse, answered: OutgoingAnswer, wire: WirePlan): void {
  const { status, headers } = answered;
  const bytes = Buffer.from(answered.body);
  if (wire.kind === 'none') {
    outgoing.destroy();
    answered.closed('client-gone', 0);
  } else if (wire.kind === 'cut') {
    cut(outgoing, answered, wire, bytes);
  } else if (wire.kind === 'cut-gzip') {
    const packed = gzipSync(bytes);
    const part = packed.subarray(0, Math.floor(packed.length / 2));
    reportEnd(outgoing, answered, () => part.length);
    outgoing.writeHead(status, [...headerFields(headers, part.length), 'content-encoding', 'gzip']);
    outgoing.end(part);
  } else {
    drip(outgoing, answered, wire, bytes);
  }
}

type WireOf<Kind> = WirePlan & { kind: Kind };

function cut(outgoing: ServerResponse, answered: OutgoingAnswer, { at }: WireOf<'cut'>, bytes: Buffer): void {
  const part = at === 'mid-body' ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : Buffer.alloc(0);
  reportEnd(outgoing, answered, () => part.length);
  onTurn(outgoing, socket => {
    if (at === 'before-headers') {
      resetConnection(socket);
      return;
    }
    outgoing.writeHead(answered.status, headerFields(answered.headers, bytes.length));
    outgoing.flushHeaders();
    if (part.length > 0) outgoing.write(part);
    // The callback of this empty write runs after the system has accepted all earlier writes.
    socket.write('', () => resetConnection(socket));
  });
}

function drip(outgoing: ServerResponse, answered: OutgoingAnswer, wire: WireOf<'drip'>, bytes: Buffer): void {
  const client = disconnectSignal(outgoing.req.socket);
  let piece = 0;
  const sent = () => pieceStart(bytes.length, piece, wire.pieces);
  reportEnd(outgoing, answered, sent);
  outgoing.writeHead(answered.status, headerFields(answered.headers, bytes.length));
  outgoing.flushHeaders();
  const next = () => {
    const from = sent();
    piece += 1;
    if (sent() > from) outgoing.write(bytes.subarray(from, sent()));
    if (piece === wire.pieces) outgoing.end();
    else wire.pause(client, { go, fail: () => outgoing.destroy() });
  };
  const go = (end: PauseEnd) => {
    if (end === 'over') next();
    else if (end === 'sandbox-ended') onTurn(outgoing, resetConnection);
  };
  next();
}

/** All calls of a connection share the signal. Some versions of Node do not report the disconnect to pipelined calls. */
const disconnectSignal = memoize((socket: Socket): AbortSignal => {
  const controller = new AbortController();
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  return controller.signal;
}, new WeakMap());

/** Waits for the answers to all earlier requests on the connection. */
function onTurn(outgoing: ServerResponse, act: (socket: Socket) => void): void {
  if (outgoing.socket) act(outgoing.socket);
  else outgoing.once('socket', act);
}

const resetSockets = new WeakSet<Socket>();

/** With an RST packet. A normal end would send a FIN packet. */
function resetConnection(socket: Socket): void {
  resetSockets.add(socket);
  socket.resetAndDestroy();
}

function endingOf(outgoing: ServerResponse): Ending {
  if (outgoing.writableFinished) return 'complete';
  return resetSockets.has(outgoing.req.socket) ? 'reset' : 'client-gone';
}

function reportEnd(outgoing: ServerResponse, { closed }: OutgoingAnswer, sent: () => number): void {
  const report = () => {
    // An answer without a socket still waits for earlier answers on the connection, so none of its bytes were sent.
    const bytes = outgoing.writableFinished || outgoing.socket ? sent() : 0;
    closed(endingOf(outgoing), bytes);
  };
  if (outgoing.socket) {
    outgoing.once('close', report);
    return;
  }
  const disconnected = disconnectSignal(outgoing.req.socket);
  const reportOnce = () => {
    disconnected.removeEventListener('abort', reportOnce);
    outgoing.off('close', reportOnce);
    report();
  };
  outgoing.once('close', reportOnce);
  if (disconnected.aborted) reportOnce();
  else disconnected.addEventListener('abort', reportOnce);
}
