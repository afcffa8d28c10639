import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { exec } from '../cli/exec-scripts.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  console.warn(
    'SKIPPED: test/scenarios/guides/python-example.system.test.ts needs python3, which is not installed',
  );
// In CI a missing python3 is a failure, not a reason to look away.
const canRun = hasPython || process.env.CI !== undefined;

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function serve(supplier: MockSupplier): Promise<Listening> {
  const listening = await listen(supplier, { port: 0 });
  open.push(() => listening.close());
  return listening;
}

/** A proxy that passes every call on, but closes the connection instead of answering a DoBooking. */
async function losingAnswers(target: string): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(target + request.url, {
      method: 'POST',
      headers,
      body: Buffer.concat(chunks),
    });
    const text = await answer.text();
    if (request.url?.endsWith('/DoBooking')) request.socket.resetAndDestroy();
    else response.writeHead(answer.status, headers).end(text);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  open.push(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`; // a TCP server has one
}

async function run(env: Record<string, string>, ...args: string[]) {
  const child: ChildProcess = spawn('python3', ['docs/examples/book_hotel.py', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  return { status, output };
}

async function listBookings(url: string): Promise<unknown[]> {
  const body = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' } });
  const answer = await fetch(`${url}/API/REST/ClientBackOffice.svc/GetBookingList`, { method: 'POST', body });
  return (await answer.json()).Bookings;
}

describe.runIf(canRun)('the Python example', () => {
  it('books a hotel with the standard library alone', async () => {
    const supplier = createMockSupplier({ credential: { Username: 'ana', Password: 'secret' } });
    const { url } = await serve(supplier);
    const env = { UNDERSTUDY_BASE_URL: url, UNDERSTUDY_USERNAME: 'ana', UNDERSTUDY_PASSWORD: 'secret' };
    const { status, output } = await run(env);
    expect(output).toMatch(/^Booking \d+: CONFIRMED HCN\d+$/m);
    expect(status).toBe(0);
  });

  it('finds the booking whose answer was lost, and does not book twice (flow.3)', async () => {
    const { url } = await serve(createMockSupplier());
    const { status, output } = await run({ UNDERSTUDY_BASE_URL: await losingAnswers(url) });
    expect(output).toContain('looking the booking up');
    expect(output).toMatch(/^Booking \d+: CONFIRMED/m);
    expect(status).toBe(0);
    expect(await listBookings(url)).toHaveLength(1);
  });

  it('looks at an OnRequest booking until the supplier has confirmed it (flow.5)', async () => {
    const { url } = await serve(createMockSupplier({ clock: { mode: 'per-poll' } }));
    const env = { UNDERSTUDY_BASE_URL: url, UNDERSTUDY_SPEED: '1000000000' };
    const { status, output } = await run(env, '--on-request');
    expect(output).toContain('OnRequest: looking again in 10 minutes');
    expect(output).toMatch(/^Booking \d+: CONFIRMED/m);
    expect(status).toBe(0);
  });

  it('books once as a command of exec although the answer of DoBooking is lost', () => {
    const fault = 'hotel.doBooking:cut,commit=before,times=1';
    const { status, stdout, stderr } = exec(['--fault', fault], ['python3', 'docs/examples/book_hotel.py']);
    expect(status).toBe(0);
    const [, id] = /^Booking (\d+): CONFIRMED/m.exec(stdout) ?? [];
    expect(stderr).toMatch(/ hotel\.doBooking +1 +connection cut\n +getBooking +1 +200\n/);
    expect(stderr).toMatch(
      new RegExp(`\n  ${id}  hotel    confirmed        confirmed      [\\d.]+ BRL  trip-`),
    );
    expect(stderr).toContain('fault-1  cut  matched one call');
  });
});
