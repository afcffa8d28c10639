import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  readonly id: number;
  readonly request: number;
  readonly outgoing: ServerResponse;
}

export interface Connections {
  /** Notes a request. Returns the number of the connection, and the number of the request on the connection. */
  count(socket: Socket, outgoing: ServerResponse): Connection;
  /** Returns the answer to the last request on a connection; undefined before the first request. */
  answerOn(socket: Socket): ServerResponse | undefined;
  busy(): number;
}

/**
 * Gives each connection a number, and each request a number on its connection. The journal shows both, because some HTTP clients silently
 * repeat a request on a reused connection.
 */
export function createConnections(): Connections {
  const known = new Map<Socket, Connection>();
  let last = 0;
  return {
    count(socket, outgoing) {
      const before = known.get(socket);
      if (!before) socket.once('close', () => known.delete(socket));
      const connection = { id: before?.id ?? ++last, request: (before?.request ?? 0) + 1, outgoing };
      known.set(socket, connection);
      return connection;
    },
    answerOn: socket => known.get(socket)?.outgoing,
    // A server sends the answers of a connection in the order of its requests, so the last answer is the last to end.
    busy: () =>
      [...known.values()].filter(({ outgoing }) => !outgoing.writableFinished && !outgoing.destroyed).length,
  };
}
