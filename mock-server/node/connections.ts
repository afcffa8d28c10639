import type { Socket } from 'node:net';

/**
 * Gives each connection a number, and each request a number on its connection. The journal shows both, because some
 * HTTP clients silently repeat a request on a reused connection.
 */
export function createConnections() {
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
