import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { canRun } from '../../programs/installed.ts';
import { exec } from '../cli/exec-scripts.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function serve(supplier: MockSupplier): Promise<Listening> {
  const listening = await listen(supplier, { port: 0 });
  open.push(() => listening.close());
  return listening;
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

describe.runIf(canRun('python-example.system.test.ts', 'python3'))('the Python example', () => {
  it('books a hotel with the standard library alone', async () => {
    const supplier = createMockSupplier({ credential: { Username: 'ana', Password: 'secret' } });
    const { url } = await serve(supplier);
    const env = { UNDERSTUDY_BASE_URL: url, UNDERSTUDY_USERNAME: 'ana', UNDERSTUDY_PASSWORD: 'secret' };
    const { status, output } = await run(env);
    expect(output).toMatch(/^Booking \d+: CONFIRMED HCN\d+$/m);
    expect(status).toBe(0);
  });

  it('looks at an OnRequest booking until the supplier has confirmed it (flow.5)', async () => {
    const { url } = await serve(createMockSupplier({ clock: { mode: 'per-poll' } }));
    const env = { UNDERSTUDY_BASE_URL: url, UNDERSTUDY_SPEED: '1000000000' };
    const { status, output } = await run(env, '--on-request');
    expect(output).toContain('OnRequest: looking again in 10 minutes');
    expect(output).toMatch(/^Booking \d+: CONFIRMED/m);
    expect(status).toBe(0);
  });

  it('looks the booking up and does not book twice, as a command of exec, when the answer of DoBooking is lost (flow.3)', () => {
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
