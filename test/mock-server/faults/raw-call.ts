import { connect, type Socket } from 'node:net';

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
  const length = Buffer.byteLength(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: supplier.test\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
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

/** Parses status, headers and body of the received bytes. The body may be incomplete. */
export function readRaw({ bytes }: RawCall): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  const [head = '', ...rest] = bytes.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines
    .map(line => line.split(/: ?(.*)/s).slice(0, 2))
    .map(([name = '', value]) => [name.toLowerCase(), value]);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}

/** Runs everything that takes no time, until a condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100_000; turn += 1) {
    if (holds()) return;
    await new Promise(resolve => setImmediate(resolve));
  }
  throw new Error('until: it never came to hold');
}
