import { connect } from 'node:net';

/** Returns everything until the server closes. Closes its own side only after that, so a server that never closes times out. */
export function sendRaw(port: number, ...parts: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    const finish = () => resolve(Buffer.concat(chunks).toString());
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('end', finish);
    socket.on('error', reject);
  });
}

/** Returns a request as text. It asks the server to close the connection afterwards. */
export function requestText(
  firstLine: string,
  headers: Record<string, string | number> = {},
  body = '',
): string {
  const fields = { Host: '127.0.0.1', Connection: 'close', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `${firstLine} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

export function parseAnswer(answer: string): { status: number; head: string; body: string } {
  const end = answer.indexOf('\r\n\r\n');
  return { status: Number(answer.slice(9, 12)), head: answer.slice(0, end), body: answer.slice(end + 4) };
}
