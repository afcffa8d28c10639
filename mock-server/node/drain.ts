import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { problem } from '../refusal.ts';

/** The time between two checks whether all calls have got their answers, in milliseconds. */
const checkEvery = 25;

/**
 * Waits until no connection of the servers has a call that waits for its answer. Closes each connection without such a call.
 *
 * @param maxMs the maximum time, in real milliseconds
 * @returns false if calls still wait at the end of this time
 */
export async function drain(
  servers: readonly Server[],
  maxMs: number,
  machine: { monotonic(): number; timer(ms: number, fn: () => void): unknown },
): Promise<boolean> {
  const end = machine.monotonic() + maxMs;
  for (;;) {
    const counts = await Promise.all(servers.map(countConnections));
    if (counts.every(count => count === 0)) return true;
    if (machine.monotonic() >= end) return false;
    for (const server of servers) server.closeIdleConnections();
    await new Promise<void>(resolve => machine.timer(checkEvery, resolve));
  }
}

const countConnections = (server: Server): Promise<number> =>
  new Promise(resolve => server.getConnections((_, count) => resolve(count)));

const isHealth = (url: string): boolean => /^\/_control\/health(?:[/?]|$)/.test(url);
const isControl = (url: string): boolean => /^\/(?:_control|metrics)(?:[/?]|$)/.test(url);

/**
 * Refuses a call to a server that stops, except a call for the health of the server.
 *
 * @returns whether the call was refused
 */
export function refuseWhileStopping({ url = '/' }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (isHealth(url)) return false;
  const message = 'this server stops; send the call again';
  const body = isControl(url)
    ? { error: { code: 'ServerStopping', message, details: [] } }
    : { Errors: [problem('ServiceUnavailable', message)] };
  outgoing.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    connection: 'close',
  });
  outgoing.end(JSON.stringify(body));
  return true;
}
