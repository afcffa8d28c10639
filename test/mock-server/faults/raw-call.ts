import { connect, type Socket } from 'node:net';

/** What a raw socket has seen of an answer by now. */
export interface RawCall {
  readonly socket: Socket;
  /** Everything that came, byte by byte as latin1. */
  bytes: string;
  /** How the other side ended the connection; undefined while it is open. */
  end: 'FIN' | 'RST' | undefined;
}

/** Sends one POST and lets it be seen what comes of it. */
export function rawCall(port: number, { path, body }: { path: string; body: string }): RawCall {
  const socket = connect(port, '127.0.0.1');
  const call: RawCall = { socket, bytes: '', end: undefined };
  socket.on('data', chunk => {
    call.bytes += chunk.toString('latin1');
  });
  socket.on('end', () => {
    call.end ??= 'FIN';
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') call.end = 'RST';
  });
  const length = Buffer.byteLength(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: supplier.test\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
  return call;
}

/** Status, headers and body of what came; the body may be a part of what was announced. */
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

/** Lets everything happen that needs no time to pass, until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100_000; turn += 1) {
    if (holds()) return;
    await new Promise(resolve => setImmediate(resolve));
  }
  throw new Error('until: it never came to hold');
}
