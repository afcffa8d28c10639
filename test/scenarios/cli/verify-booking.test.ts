import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { type Running, startCommand } from './run-command.ts';

const proof = {
  UNDERSTUDY_USERNAME: 'demo',
  UNDERSTUDY_PASSWORD: 'demo',
  UNDERSTUDY_STATIC_TOKEN: 'demo-static-token',
  UNDERSTUDY_MANAGER_ID: '1',
};

const server = await listen(createMockSupplier(), { port: 0 });
afterAll(() => server.close());

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Puts a proxy before the stand-in. A test can act when a path is requested, before the answer, or return a status instead. */
async function serveBehind(hear: (path: string) => Promise<void> | number | undefined): Promise<string> {
  const listening = createServer(async (request, response) => {
    const { url = '/', method = 'GET' } = request;
    let body = '';
    for await (const chunk of request) body += chunk;
    const headers = { 'content-type': 'application/json' };
    const own = await hear(url);
    if (own !== undefined) {
      response.writeHead(own, headers).end('{}');
      return;
    }
    const came = await fetch(server.url + url, {
      method,
      headers,
      ...(method !== 'GET' && { body }),
    });
    response.writeHead(came.status, headers).end(await came.text());
  });
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    listening.close();
    listening.closeAllConnections();
  });
  const { port } = listening.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}`;
}

const referenceIn = (stderr: string) =>
  /^hotel\.doBooking: sending a booking with the reference (contract-check-[\w-]+)$/m.exec(stderr)?.[1];

describe('Ctrl-C during a booking', () => {
  it('cancels what was booked, and says to wait for that', async () => {
    const asked: string[] = [];
    let running: Running | undefined;
    const url = await serveBehind(path => {
      asked.push(path.replace(/.*\//, ''));
      if (path.endsWith('DoBooking')) running?.signal('SIGINT');
      return undefined;
    });
    running = startCommand(['verify', '--target', url, '--allow-booking'], proof);
    const { status, stderr, stdout } = await running.ended;
    expect(asked).toContain('CancelBooking');
    expect(referenceIn(stderr)).toBeDefined();
    expect(stderr.indexOf('sending a booking with the reference')).toBeLessThan(
      stderr.indexOf('hotel.doBooking: 200'),
    );
    expect(stderr).toContain('The booking is being cancelled. Please wait');
    expect(stdout).toMatch(/booking \S+ is cancelled/);
    expect(status).toBe(130);
  });

  it('that comes twice names the reference that may stand, and exits with 1', async () => {
    let running: Running | undefined;
    const ended = new AbortController();
    const url = await serveBehind(async path => {
      // Two signals of one keypress count as one, so the test repeats the signal until the command reacts.
      while (path.endsWith('DoBooking') && !ended.signal.aborted) {
        running?.signal('SIGINT');
        await fetch(`${server.url}/_control/health`).then(answer => answer.text());
      }
    });
    running = startCommand(['verify', '--target', url, '--allow-booking'], proof);
    const { status, stderr } = await running.ended;
    ended.abort();
    const reference = referenceIn(stderr);
    expect(stderr).toContain(
      `a booking may exist under the reference ${reference}; ask the supplier to cancel the booking`,
    );
    expect(status).toBe(1);
  });

  it('exits with 1 where the booking cannot be cancelled', async () => {
    let running: Running | undefined;
    const url = await serveBehind(path => {
      if (path.endsWith('DoBooking')) running?.signal('SIGINT');
      return path.endsWith('CancelBooking') ? 500 : undefined;
    });
    running = startCommand(['verify', '--target', url, '--allow-booking'], proof);
    const { status, stdout } = await running.ended;
    expect(stdout).toContain('NOT CANCELLED');
    expect(status).toBe(1);
  });
});
