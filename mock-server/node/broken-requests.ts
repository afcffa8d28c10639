import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';

const answers: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

const importUrl = /^(?:https?:\/\/[^/]*)?\/_control\/sandboxes\/import(?:[/?]|$)/i;

/**
 * Refuses requests that are malformed or that take too long, as Node does by default. An import can be larger than a client can send in
 * this time, so an import only loses its connection when the client sends nothing for this time.
 */
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
