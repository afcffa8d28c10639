import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { styleText } from 'node:util';
import { systemClock } from '#contracts';
import { createPathRedactor, type MockSupplier } from '#mock-server';

/** What a log needs to know of the server. */
interface LogOptions {
  readonly log: 'pretty' | 'json';
  /** Hidden, like the secrets of the sandboxes. */
  readonly controlToken: string | undefined;
}

/** One request of the log. */
interface LoggedRequest {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** Undefined when the connection was cut; JSON has null for it. */
  readonly status: number | undefined;
  readonly ms: number;
}

/**
 * Prints a line for each HTTP request to this process when its response ends: time, method, path, status, milliseconds. It
 * subscribes to a diagnostics channel of Node, so a server without a log has no extra work.
 *
 * @param supplier redacts paths as its journals do
 */
export function logRequests(supplier: MockSupplier, { log, controlToken }: LogOptions): void {
  const redactPath = createPathRedactor(supplier, [controlToken]);
  const lineOf = log === 'json' ? jsonLine : textLine;
  subscribe('http.server.request.start', message => {
    // Node documents what it publishes here.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const start = systemClock.now();
    // A client that takes this server for its proxy sends the whole address.
    const sent = (request.url ?? '').replace(/[?#].*/s, '').replace(/^https?:\/\/[^/]*/i, '');
    // Redacted at the start: a request can remove its sandbox.
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

/** A line of the form of the ready line. */
const jsonLine = ({ time, method, path, status, ms }: LoggedRequest): string =>
  JSON.stringify({ level: 'info', time, method, path, status: status ?? null, ms, msg: 'request' });

function statusText(status: number): string {
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return styleText(color, String(status));
}
