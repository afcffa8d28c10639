import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Seen, Stack } from './seen.ts';

/** node:http, which leaves decompression and reading to the caller. */
export const nodeHttpStack: Stack = ({ url, body, timeoutMs }) =>
  new Promise(resolve => {
    const chunks: Buffer[] = [];
    let answer: IncomingMessage | undefined;
    const tell = (end: string) => resolve(seenOf(answer, Buffer.concat(chunks), end));
    const call = request(url, { method: 'POST', agent: false, timeout: timeoutMs }, incoming => {
      answer = incoming;
      incoming.on('data', chunk => chunks.push(chunk));
      incoming.once('end', () => tell(readJson(incoming, Buffer.concat(chunks))));
      incoming.once('error', error => tell(tellError(error)));
    });
    call.once('timeout', () => call.destroy(new Error('timeout')));
    call.once('error', error => tell(tellError(error)));
    call.end(body);
  });

function seenOf(answer: IncomingMessage | undefined, bytes: Buffer, end: string): Seen {
  const { 'content-type': type, 'retry-after': retryAfter } = answer?.headers ?? {};
  return { status: answer?.statusCode, type, retryAfter, bytes, end };
}

function readJson({ headers }: IncomingMessage, bytes: Buffer): string {
  try {
    const body = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    JSON.parse(body.toString());
    return 'read';
  } catch (error) {
    return tellError(error);
  }
}

function tellError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'SyntaxError') return error.name;
  return 'code' in error ? `${error.message} (${error.code})` : error.message;
}
