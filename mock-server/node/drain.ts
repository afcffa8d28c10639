import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '../books/index.ts';
import type { MachineClock } from '../clock/index.ts';
import type { Connections } from './connections.ts';

/** The time between two checks whether all calls have got their answers, in milliseconds. */
const checkEvery = 25;

/**
 * Waits until no call of the servers waits for its answer. Connections without a call stay open, because a client that uses such a
 * connection must get an answer.
 */
export async function drain(
  servers: readonly Pick<Connections, 'busy'>[],
  maxMs: number,
  machine: Pick<MachineClock, 'monotonic' | 'timer'>,
): Promise<boolean> {
  const end = machine.monotonic() + maxMs;
  while (servers.some(({ busy }) => busy() > 0)) {
    if (machine.monotonic() >= end) return false;
    await new Promise<void>(resolve => machine.timer(checkEvery, resolve));
  }
  return true;
}

const isHealth = (url: string): boolean => /^\/_control\/health(?:[/?]|$)/.test(url);
const isControl = (url: string): boolean => /^\/(?:_control|metrics)(?:[/?]|$)/.test(url);

/** Refuses a call to a server that stops, except a call for the health of the server. */
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
