import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { textOf } from '../body.ts';
import { type OutgoingAnswer, pieceStart, type WirePlan } from '../pipeline/index.ts';
import type { PauseEnd } from '../sandboxes/pause.ts';
import { goneSignal, onTurn, resetConnection, tellEnd } from './connection.ts';

/** Headers as a flat list of names and values: an object would be checked and copied name by name. */
export function headerFields(headers: Readonly<Record<string, string>>, length: number): (string | number)[] {
  const fields: (string | number)[] = ['vary', 'Accept-Encoding', 'content-length', length];
  for (const name in headers) fields.push(name, headers[name] ?? '');
  return fields;
}

/** Writes an answer that does not come whole and at once, as its plan says. */
export function writeWire(outgoing: ServerResponse, answered: OutgoingAnswer, wire: WirePlan): void {
  const { status, headers } = answered;
  const bytes = Buffer.from(textOf(answered.body));
  if (wire.kind === 'none') {
    outgoing.destroy();
    answered.closed('client-gone', 0);
  } else if (wire.kind === 'cut') {
    cut(outgoing, answered, { at: wire.at, bytes });
  } else if (wire.kind === 'cut-gzip') {
    const packed = gzipSync(bytes);
    const part = packed.subarray(0, Math.floor(packed.length / 2));
    tellEnd(outgoing, answered, () => part.length);
    outgoing.writeHead(status, [...headerFields(headers, part.length), 'content-encoding', 'gzip']);
    outgoing.end(part);
  } else {
    drip(outgoing, answered, { wire, bytes });
  }
}

interface Cut {
  at: (WirePlan & { kind: 'cut' })['at'];
  bytes: Buffer;
}

/** Resets the connection at a point of the answer, when it is the answer's turn. */
function cut(outgoing: ServerResponse, answered: OutgoingAnswer, { at, bytes }: Cut): void {
  const part = at === 'mid-body' ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : Buffer.alloc(0);
  tellEnd(outgoing, answered, () => part.length);
  onTurn(outgoing, socket => {
    if (at === 'before-headers') {
      resetConnection(socket);
      return;
    }
    outgoing.writeHead(answered.status, headerFields(answered.headers, bytes.length));
    outgoing.flushHeaders();
    if (part.length > 0) outgoing.write(part);
    // What was written is with the system once this is, too.
    socket.write('', () => resetConnection(socket));
  });
}

interface Drip {
  wire: WirePlan & { kind: 'drip' };
  bytes: Buffer;
}

function drip(outgoing: ServerResponse, answered: OutgoingAnswer, { wire, bytes }: Drip): void {
  const client = goneSignal(outgoing.req.socket);
  let piece = 0;
  const sent = () => pieceStart(bytes.length, piece, wire.pieces);
  tellEnd(outgoing, answered, sent);
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
