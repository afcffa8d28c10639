import { connect, type Socket } from 'node:net';
import { requestText } from '../pipeline/raw-socket.ts';

export interface RawCall {
  readonly socket: Socket;
  bytes: string;
  /** How the other side ended the connection, or undefined while it is open. */
  end: 'FIN' | 'RST' | undefined;
}

export function rawCall(port: number, { path, body }: { path: string; body: string }): RawCall {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const call: RawCall = { socket, bytes: '', end: undefined };
  socket.on('data', chunk => {
    call.bytes += chunk.toString('latin1');
  });
  onEnd(socket, end => {
    if (end === 'FIN' || end === 'RST') call.end = end;
  });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  socket.write(requestText(`POST ${path}`, headers, body));
  return call;
}

/** With FIN, RST or another error. Node 22 can take a reset for the end of the stream, and then only a write meets the error. */
export function onEnd(socket: Socket, heard: (end: string) => void): void {
  const finish = () => {
    heard('FIN');
    socket.end();
  };
  socket.once('end', () => {
    if (socket.writable) socket.write('\r\n', error => error ?? finish());
    else finish();
  });
  socket.once('error', (error: NodeJS.ErrnoException) => {
    heard(error.code === 'ECONNRESET' || error.code === 'EPIPE' ? 'RST' : error.message);
  });
}

/** Runs everything that takes no time, until a condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100_000; turn += 1) {
    if (holds()) return;
    await new Promise(resolve => setImmediate(resolve));
  }
  throw new Error('until: it never came to hold');
}
