import { limits } from '#contracts';
import { type IncomingCall, type OutgoingAnswer, pieceStart, type WirePlan } from '../pipeline/index.ts';
import type { PauseEnd } from '../sandbox/index.ts';
import type { Transport } from './bindings.ts';

// A fault that breaks the connection throws the same error as `fetch` over a real connection.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function inProcess(request: Request, client: AbortSignal | undefined): Transport {
  const call = readRequest(request, client);
  return {
    call,
    send: async answering => toResponse(await answering, call.signal),
    visit: site => site(request),
  };
}

function readRequest(request: Request, client: AbortSignal | undefined): IncomingCall {
  const url = new URL(request.url);
  return {
    method: request.method,
    url: url.pathname + url.search,
    header: name => request.headers.get(name) ?? undefined,
    headerNames: () => [...request.headers.keys()],
    origin: () => url.origin,
    signal: () => client ?? request.signal,
    async readBody() {
      const bytes = await request.arrayBuffer();
      return bytes.byteLength > limits.bodySize.value ? null : decoder.decode(bytes);
    },
  };
}

function toResponse(answer: OutgoingAnswer, client: () => AbortSignal): Response {
  const { status, headers, body, wire, closed } = answer;
  if (wire) return wireResponse(answer, wire, client());
  closed('complete', encoder.encode(body).length);
  return new Response(body, { status, headers });
}

function connectionReset(message: string): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  return new TypeError(message, { cause });
}

/** @throws TypeError when the connection is reset before the headers; the signal's reason when the client disconnected */
function wireResponse(answer: OutgoingAnswer, wire: WirePlan, client: AbortSignal): Response {
  const { status, headers, closed } = answer;
  if (wire.kind === 'none') {
    closed(wire.reason === undefined ? 'client-gone' : 'reset', 0);
    throw wire.reason ?? client.reason;
  }
  const bytes = encoder.encode(answer.body);
  const respond = (body: ReadableStream) => new Response(body, { status, headers });
  if (wire.kind === 'drip') return respond(dripping({ bytes, wire, client, closed }));
  if (wire.kind === 'cut-gzip') {
    // For a gzip body that ends too early, Node's fetch returns the part that it can unpack, and throws no error.
    const part = bytes.subarray(0, Math.floor(bytes.length / 2));
    closed('complete', part.length);
    return new Response(part, { status, headers: { ...headers, 'content-encoding': 'gzip' } });
  }
  const sent = wire.at === 'mid-body' ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : new Uint8Array(0);
  closed('reset', sent.length);
  if (wire.at === 'before-headers') throw connectionReset('fetch failed');
  return respond(broken(sent, connectionReset('terminated')));
}

function broken(bytes: Uint8Array, error: TypeError): ReadableStream {
  let isSent = bytes.length === 0;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(error);
      else controller.enqueue(bytes);
      isSent = true;
    },
  });
}

interface Drip extends Pick<OutgoingAnswer, 'closed'> {
  readonly bytes: Uint8Array;
  readonly wire: WirePlan & { kind: 'drip' };
  readonly client: AbortSignal;
}

/** As on a real connection, the pieces arrive even if the client does not read them. */
function dripping({ bytes, wire, client, closed }: Drip): ReadableStream {
  const reader = new AbortController();
  const gone = AbortSignal.any([client, reader.signal]);
  let piece = 0;
  const sent = () => pieceStart(bytes.length, piece, wire.pieces);
  return new ReadableStream({
    start(controller) {
      const end = (how: PauseEnd) => {
        closed(endings[how], sent());
        if (how === 'over') controller.close();
        else controller.error(how === 'client-gone' ? client.reason : connectionReset('terminated'));
      };
      const fail = (error: unknown) => {
        closed('reset', sent());
        controller.error(error);
      };
      const next = () => {
        const from = sent();
        piece += 1;
        if (sent() > from) controller.enqueue(bytes.subarray(from, sent()));
        if (piece === wire.pieces) end('over');
        else wire.pause(gone, { go: how => (how === 'over' ? next() : end(how)), fail });
      };
      next();
    },
    cancel: () => reader.abort(),
  });
}

const endings = { over: 'complete', 'client-gone': 'client-gone', 'sandbox-ended': 'reset' } as const;
