import { connect } from 'node:net';

/** One request. `headers` holds whole lines. */
export interface Call {
  path: string;
  body: string;
  headers?: string;
}

/** Returns the next request of one connection, given the previous answer. */
export interface Visitor {
  /** Whether the connection reads the answers, or only counts them. */
  readonly reads: boolean;
  next(answer: string): Call;
}

/** A keep-alive connection that sends a request after each answer. */
export interface ConnectionOptions {
  port: number;
  visitor: Visitor;
  /** Returns whether the connection may send one more request. */
  mayGoOn(): boolean;
  onAnswer(status: number, bytes: number): void;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Runs a visitor over a connection until its limit is reached. */
export function visit({ port, visitor, mayGoOn, onAnswer }: ConnectionOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let parts: Buffer[] = [];
    let missing = -1; // remaining bytes of the answer; negative while its head is incomplete
    let status = 0;
    let length = 0;

    function send(answer: string): void {
      if (!mayGoOn()) return void socket.end();
      const { path, body, headers = '' } = visitor.next(answer);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${headers}` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    }

    function readHead(data: Buffer): number {
      const end = data.indexOf(headEnd);
      if (end < 0) return -1;
      const head = data.toString('latin1', 0, end);
      const declared = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (declared === undefined) throw new Error(`answer without Content-Length: ${head}`);
      status = Number(head.slice(9, 12));
      length = Number(declared);
      return length - (data.length - end - headEnd.length);
    }

    socket.on('data', chunk => {
      if (missing >= 0) missing -= chunk.length;
      else missing = readHead(parts.length > 0 ? Buffer.concat([...parts, chunk]) : chunk);
      if (visitor.reads || missing < 0) parts.push(chunk);
      if (missing !== 0) return;
      const answer = visitor.reads ? Buffer.concat(parts).toString('latin1') : '';
      parts = [];
      missing = -1;
      onAnswer(status, length);
      send(answer);
    });
    socket.once('connect', () => send(''));
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
}
