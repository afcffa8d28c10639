import { connect } from 'node:net';
import type { Seen, Stack } from './seen.ts';

/** A plain socket: the bytes, and whether a FIN or an RST followed them. */
export const rawSocketStack: Stack = ({ url, body, timeoutMs }) =>
  new Promise(resolve => {
    const { hostname, port, host, pathname } = new URL(url);
    const chunks: Buffer[] = [];
    const tell = (end: string) => {
      socket.destroy();
      resolve(seenOf(Buffer.concat(chunks), end));
    };
    const socket = connect(Number(port), hostname);
    socket.setTimeout(timeoutMs, () => tell('still open'));
    socket.on('data', chunk => chunks.push(chunk));
    socket.once('end', () => tell('FIN'));
    socket.once('error', error =>
      tell('code' in error && error.code === 'ECONNRESET' ? 'RST' : error.message),
    );
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });

function seenOf(bytes: Buffer, end: string): Seen {
  const at = bytes.indexOf('\r\n\r\n');
  if (at < 0) return { bytes, end };
  const head = bytes.subarray(0, at).toString();
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
  return {
    status: Number(head.split(' ')[1]),
    type: header('content-type'),
    retryAfter: header('retry-after'),
    bytes: bytes.subarray(at + 4),
    end,
  };
}
