import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problem } from '../books/index.ts';
import type { MachineClock } from '../clock/index.ts';

export type Connections = ReturnType<typeof createConnections>;

/** The journal shows the numbers, because some HTTP clients silently repeat a request on a reused connection. */
export function createConnections() {
  const known = new Map<
    Socket,
    { readonly id: number; readonly request: number; readonly outgoing: ServerResponse }
  >();
  let last = 0;
  return {
    count(socket: Socket, outgoing: ServerResponse) {
      const before = known.get(socket);
      if (!before) socket.once('close', () => known.delete(socket));
      const connection = { id: before?.id ?? ++last, request: (before?.request ?? 0) + 1, outgoing };
      known.set(socket, connection);
      return connection;
    },
    answerOn: (socket: Socket) => known.get(socket)?.outgoing,
    // A server sends the answers of a connection in the order of its requests, so the last answer is the last to end.
    busy: () =>
      [...known.values()].filter(({ outgoing }) => !outgoing.writableFinished && !outgoing.destroyed).length,
  };
}

const answers: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

const importUrl = /^(?:https?:\/\/[^/]*)?\/_control\/sandboxes\/import(?:[/?]|$)/i;

/** As Node does by default. But an import can take longer, so it loses its connection only when the client sends nothing for this time. */
export function refuseBrokenRequests(server: Server, connections: Connections, requestTimeout: number): void {
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket; // the server listens on TCP
    const outgoing = connections.answerOn(socket);
    const isOpen = outgoing !== undefined && !outgoing.writableEnded;
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isLate && isOpen && importUrl.test(outgoing.req.url ?? '')) {
      socket.setTimeout(requestTimeout);
      outgoing.req.once('end', () => socket.setTimeout(0));
      return;
    }
    const hasBegun = isOpen && outgoing.headersSent;
    if (!socket.writable || hasBegun) return void socket.destroy();
    const status = answers[error.code ?? ''] ?? '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
  });
}

const checkEvery = 25; // milliseconds

/** Connections without a call stay open, because a client that uses such a connection must get an answer. */
export async function drain(
  servers: readonly Pick<Connections, 'busy'>[],
  maxMs: number,
  machine: Pick<MachineClock, 'monotonic' | 'timer'>,
): Promise<boolean> {
  const end = machine.monotonic() + maxMs;
  while (servers.some(({ busy }) => busy() > 0)) {
    if (machine.monotonic() >= end) return false;
    await new Promise<void>(resolve => machine.timer(checkEvery, resolve));
  }
  return true;
}

const isHealth = (url: string): boolean => /^\/_control\/health(?:[/?]|$)/.test(url);
const isControl = (url: string): boolean => /^\/(?:_control|metrics)(?:[/?]|$)/.test(url);

export function refuseWhileStopping({ url = '/' }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (isHealth(url)) return false;
  const message = 'this server stops; send the call again';
  const body = isControl(url)
    ? { error: { code: 'ServerStopping', message, details: [] } }
    : { Errors: [problem('ServiceUnavailable', message)] };
  outgoing.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    connection: 'close',
  });
  outgoing.end(JSON.stringify(body));
  return true;
}
