import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { styleText } from 'node:util';
import { systemClock } from '#contracts';
import { createPathRedactor, type MockSupplier } from '#mock-server';

/** The configuration of the request log. */
interface LogOptions {
  readonly log: 'pretty' | 'json';
  /** The token of the control API. The log masks this token and the secrets of the sandboxes. */
  readonly controlToken: string | undefined;
}

/** One line of the request log. */
interface LoggedRequest {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** The HTTP status; undefined if the connection was cut. The JSON log then contains null. */
  readonly status: number | undefined;
  readonly ms: number;
}

/**
 * Prints a line for each HTTP request when the response ends. The line contains time, method, path, status and milliseconds. The
 * function subscribes to a diagnostics channel of Node, so a server without a log has no extra work.
 *
 * @param supplier the stand-in; the log masks the same parts of paths as the journals of this stand-in
 */
export function logRequests(supplier: MockSupplier, { log, controlToken }: LogOptions): void {
  const redactPath = createPathRedactor(supplier, [controlToken]);
  const lineOf = log === 'json' ? jsonLine : textLine;
  subscribe('http.server.request.start', message => {
    // The documentation of Node defines this type for the message.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const start = systemClock.now();
    // A client that uses this server as a proxy sends a complete URL instead of a path.
    const sent = (request.url ?? '').replace(/[?#].*/s, '').replace(/^https?:\/\/[^/]*/i, '');
    // The path is redacted now, because the request can remove the sandbox whose secrets must be masked.
    const path = redactPath(sent, request.socket.localPort).replaceAll(/[^!-~]/g, '?');
    response.once('close', () => {
      const now = systemClock.now();
      const status = response.writableFinished ? response.statusCode : undefined;
      const time = new Date(now).toISOString();
      console.log(lineOf({ time, method: request.method ?? '', path, status, ms: now - start }));
    });
  });
}

function textLine({ time, method, path, status, ms }: LoggedRequest): string {
  return `${time} ${method} ${path} ${status === undefined ? 'connection cut' : statusText(status)} ${ms} ms`;
}

/** Returns a JSON line with the same fields `level`, `time` and `msg` as the line that reports the start of the server. */
const jsonLine = ({ time, method, path, status, ms }: LoggedRequest): string =>
  JSON.stringify({ level: 'info', time, method, path, status: status ?? null, ms, msg: 'request' });

function statusText(status: number): string {
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return styleText(color, String(status));
}
