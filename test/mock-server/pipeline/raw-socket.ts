import { connect } from 'node:net';

/** Parses the text of an answer, whose body may be incomplete. The names of the headers are in lower case. */
export function parseAnswer(text: string) {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/: ?(.*)/s);
    headers[name.toLowerCase()] = value;
  }
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

/** Closes its own side only after the server has closed, so a server that never closes times out. */
export function sendRaw(port: number, ...parts: (string | Uint8Array)[]) {
  return new Promise<ReturnType<typeof parseAnswer>>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('end', () => resolve(parseAnswer(Buffer.concat(chunks).toString())));
    socket.on('error', reject);
  });
}

/** Returns a request as text. By default, it asks the server to close the connection afterwards. */
export function requestText(
  firstLine: string,
  headers: Record<string, string | number> = {},
  body = '',
): string {
  const fields = { Host: '127.0.0.1', Connection: 'close', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `${firstLine} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
