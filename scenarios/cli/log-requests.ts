import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { styleText } from 'node:util';
import { operations, systemClock } from '#contracts';
import { maskUrl } from '#contracts/exchange';
import type { MockSupplier } from '#mock-server';

type Dialect = MockSupplier['dialect'];

/**
 * Prints a line for each HTTP request when the response ends. The line contains time, method, path, status and milliseconds. The
 * function subscribes to a diagnostics channel of Node, so a server without a log has no extra work.
 *
 * @param dialect the paths of the supplier, which show where the static token is
 */
export function logRequests(dialect: Dialect): void {
  const hide = tokenHider(dialect);
  subscribe('http.server.request.start', message => {
    // The documentation of Node gives the type of this message.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const start = systemClock.now();
    response.once('close', () => {
      const now = systemClock.now();
      const path = hide((request.url ?? '').replace(/[?#].*/s, '')).replaceAll(/[^!-~]/g, '?');
      const result = response.writableFinished ? statusText(response.statusCode) : 'connection cut';
      console.log(`${new Date(now).toISOString()} ${request.method} ${path} ${result} ${now - start} ms`);
    });
  });
}

/**
 * Creates a function that replaces the static token and other path segments that look like secrets. It finds the static token by
 * its position in the path.
 */
function tokenHider(dialect: Dialect): (path: string) => string {
  const pattern = (text: string) =>
    text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  const tokens = Object.values(operations)
    .map(({ id }) => dialect.operation(id).path.split('{token}').map(pattern))
    .filter(parts => parts.length > 1)
    .map(([before, after]) => new RegExp(`(?<=${before})[^/]+(?=${after}$)`, 'i'));
  return path =>
    maskUrl(
      tokens.reduce((rest, token) => rest.replace(token, '***'), path),
      () => '***',
    );
}

function statusText(status: number): string {
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return styleText(color, String(status));
}
