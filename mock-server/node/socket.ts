import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { limits } from '#contracts';
import type { Transport } from '../bindings.ts';
import { type Body, textOf } from '../body.ts';
import type { IncomingCall, OutgoingAnswer } from '../pipeline/index.ts';
import { endingOf, goneSignal, tellEnd } from './connection.ts';
import { headerFields, writeWire } from './wire.ts';

const compressFrom = 1_024;

/** A client that takes this server for its proxy sends the whole address. */
const originForm = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '');

/**
 * Reads a call from the socket and writes its answer there: a Response costs more than the whole pipeline. The Response
 * that Hono gets only says that the answer is sent by other means.
 */
export function socketTransport(
  { incoming, outgoing }: SocketBindings,
  connection: IncomingCall['connection'],
): Transport {
  return {
    call: readCall(incoming, connection),
    send(answering) {
      answering
        .then(answer => write(incoming, outgoing, answer))
        // Only a client that is gone leaves a call without an answer; no other error may end the process.
        .catch(() => outgoing.destroy());
      return RESPONSE_ALREADY_SENT;
    },
  };
}

type SocketBindings = { incoming: IncomingMessage; outgoing: ServerResponse };

function readCall(incoming: IncomingMessage, connection: IncomingCall['connection']): IncomingCall {
  return {
    signal: () => goneSignal(incoming.socket),
    method: incoming.method ?? 'GET',
    url: originForm(incoming.url ?? '/'),
    header: name => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    headerNames: () => Object.keys(incoming.headers),
    origin: () => `http://${incoming.headers.host ?? ''}`,
    readBody: () => readBody(incoming),
    connection,
  };
}

/** Writes an answer: the only place where one is written to a socket. */
function write(incoming: IncomingMessage, outgoing: ServerResponse, answered: OutgoingAnswer): void {
  const { status, headers, body, isAscii, wire, closed } = answered;
  // A client can go while an answer is made; then there will be no 'close' to wait for.
  if (outgoing.destroyed || incoming.socket.destroyed) {
    closed(endingOf(outgoing), 0);
    return;
  }
  if (wire) {
    writeWire(outgoing, answered, wire);
    return;
  }
  const packed = pack(body, incoming.headers['accept-encoding']);
  const length = packed?.length ?? lengthOf(body, isAscii);
  const fields = headerFields(headers, length);
  if (packed) fields.push('content-encoding', 'gzip');
  // A body that was cut off leaves bytes on the connection that must not be read as the next request.
  if (status === 413) fields.push('connection', 'close');
  tellEnd(outgoing, answered, () => length);
  outgoing.writeHead(status, fields);
  if (status === 413 && !incoming.complete) writeAndLinger(incoming, outgoing, textOf(body));
  else if (packed) outgoing.end(packed);
  else writePieces(outgoing, body, isAscii || length === charactersOf(body) ? 'latin1' : 'utf8');
}

function pack(body: Body, accepted: string | undefined): Buffer | undefined {
  if (accepted === undefined || !acceptsGzip(accepted)) return undefined;
  const text = textOf(body);
  return text.length < compressFrom ? undefined : gzipSync(text, { level: 1 });
}

function lengthOf(body: Body, isAscii: boolean): number {
  let length = 0;
  for (const piece of body)
    length += isAscii || typeof piece !== 'string' ? piece.length : Buffer.byteLength(piece);
  return length;
}

/** As many as bytes only where all of it is ASCII, which Node writes twice as fast. */
function charactersOf(body: Body): number {
  let length = 0;
  for (const piece of body) length += piece.length;
  return length;
}

/** Node sends the pieces together with the headers; small ones as text, which costs it less than Buffers. */
function writePieces(outgoing: ServerResponse, body: Body, encoding: 'latin1' | 'utf8'): void {
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
    // What is announced to be too large need not be waited for.
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
    // Follows an error as well. Every request ends with it, so the error is made only where it is one.
    incoming.once('close', () => {
      if (!incoming.readableEnded) reject(new Error('the client was gone before its request was read'));
    });
  });
}
