import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type OperationId, operations } from '#contracts';
import { requestText } from '../pipeline/raw-socket.ts';
import { onEnd } from './raw-call.ts';

/** A request that keeps its connection. */
export function bytesOf(id: OperationId, body: object = {}): string {
  const text = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, ...body });
  const headers = { Connection: 'keep-alive', 'Content-Length': text.length };
  return requestText(`POST ${operations[id].path}`, headers, text);
}

export async function startHanging(on: { port: number; count: number; bytes: string }) {
  const sockets: Socket[] = [];
  // The connections open one after the other. A server in this process accepts one per turn, and the system retries a connection
  // that finds the queue full only after a second.
  while (sockets.length < on.count) {
    const socket = connect({ port: on.port, host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    sockets.push(socket);
  }
  /** How the connection of each ended: 'FIN' or 'RST'; a client that left itself sees neither. */
  const ended = Promise.all(sockets.map(endOf));
  for (const socket of sockets) socket.write(on.bytes);
  return {
    ended,
    leave() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function endOf(socket: Socket): Promise<string> {
  return new Promise(resolve => {
    onEnd(socket, resolve);
    socket.once('close', () => resolve('left'));
    socket.resume();
  });
}
