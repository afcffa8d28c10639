import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#mock-server/clock/index';
import { followTracer } from '#scenarios/warp/index';
import { tracer } from './tracer.ts';

const start = 1_800_000_000_000;
const minute = 60_000;

const events = { nextAt: () => undefined, fire: () => [] };
const newClock = () => new VirtualClock({ mode: 'real', start, events });

/** Runs code of Node under the tracer, beside a server in this process with its own clock. The code knows `call(path)`. */
async function play(code: string, answer: (clock: VirtualClock) => RequestListener) {
  const clock = newClock();
  const server = createServer(answer(clock)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has an address with a port
  const script = `const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
    const ticker = setInterval(() => undefined, 500);
    const call = (path, init) => fetch('http://127.0.0.1:${port}/' + path, init).then(answer => answer.text());
    ${code}
    clearInterval(ticker);`;
  const args = ['--', process.execPath, '--input-type=module', '--eval', script];
  const stdio = ['ignore', 'pipe', 'inherit', 'pipe', 'pipe'] as const;
  const child: ChildProcess = spawn(tracer(), args, { stdio: [...stdio] });
  const [, , , from, to] = child.stdio as unknown as [null, Readable, null, Readable, Writable]; // 3 and 4 are pipes
  const session = followTracer({ fromTracer: from, toTracer: to }, clock);
  let stdout = '';
  child.stdout?.on('data', chunk => {
    stdout += chunk;
  });
  await once(child, 'close');
  const totals = await session.ended;
  server.closeAllConnections();
  server.close();
  return { stdout, jumps: session.jumps, totals, passed: clock.now() - start };
}

/** Answers at once with the time of the server. `late` collects by how much it is before the time that the client sent. */
const comparing =
  (late: number[]) =>
  (clock: VirtualClock): RequestListener =>
  ({ url }, answer) => {
    late.push(clock.now() - Number(url?.slice(1)));
    answer.end(String(clock.now()));
  };

const isExact = (late: number) => late >= -1 && late < minute / 2;

describe('the clocks of a client and of the supplier', () => {
  it('agree at each call, although an event loop with a tick has jumped alone', async () => {
    const late: number[] = [];
    const code = `let worst = 0;
      for (let i = 0; i < 5; i += 1) {
        await wait(10 * ${minute});
        const answered = Number(await call(Date.now()));
        worst = Math.max(worst, answered - Date.now());
      }
      console.log(worst <= 1);`;
    const { stdout, jumps, totals, passed } = await play(code, comparing(late));
    expect(late.filter(one => !isExact(one))).toEqual([]);
    expect(late.length).toBe(5);
    expect(stdout).toBe('true\n');
    expect(jumps).toBe(totals?.jumps);
    expect(jumps).toBeGreaterThan(5000);
    expect(Math.abs(passed - (totals?.virtualMs ?? 0))).toBeLessThan(minute / 2);
  });

  it('agree after many reports of jumps that are no whole milliseconds', async () => {
    const advanced: number[] = [];
    const advance = ({ by }: { by: number }) => advanced.push(by);
    const clock = Object.assign(Object.create(newClock()), { advance });
    const fromTracer = new PassThrough();
    const { ended } = followTracer({ fromTracer, toTracer: new PassThrough() }, clock);
    for (let n = 1; n <= 10; n += 1) fromTracer.write(`passed ${n} 500400000 1\n`);
    fromTracer.end();
    await ended;
    expect(advanced.reduce((sum, by) => sum + by, 0)).toBe(5_004);
  });

  it('agree at the calls of two processes that wait for different times', async () => {
    const late: number[] = [];
    const code = `const other = process.argv.includes('other');
      if (!other) {
        const { spawn } = await import('node:child_process');
        spawn(process.execPath, [...process.execArgv, 'other'], { stdio: 'ignore' });
      }
      for (let i = 0; i < 10; i += 1) {
        await wait(other ? 3 * ${minute} : 5 * ${minute});
        await call(Date.now());
      }`;
    await play(code, comparing(late));
    expect(late.filter(one => !isExact(one))).toEqual([]);
    expect(late.length).toBe(20);
  });

  it('agree during a delay and when the client gives up a call without an answer', async () => {
    const at: Record<string, number> = {};
    const code = `await wait(10 * ${minute});
      console.log(await call('delay'));
      await wait(10 * ${minute});
      console.log(await call('hang', { signal: AbortSignal.timeout(4 * ${minute}) }).catch(error => error.name));
      await wait(10 * ${minute});
      await call('end');`;
    const { stdout } = await play(code, clock => async ({ url = '', socket }, answer) => {
      at[url] = clock.now();
      const isOver = new AbortController();
      socket.once('close', () => {
        at[`${url} closed`] ??= clock.now();
        isOver.abort();
      });
      if (url === '/hang') await clock.sleep(Number.POSITIVE_INFINITY, isOver.signal).catch(() => undefined);
      if (url === '/delay') await clock.sleep(4 * minute);
      answer.end(String(clock.now() - (at[url] ?? 0)));
    });
    const [delayed, gaveUp] = stdout.split('\n');
    expect(isExact(Number(delayed) - 4 * minute)).toBe(true);
    expect(gaveUp).toBe('TimeoutError');
    // The time-out of the client begins before its call arrives.
    const minutes = (from: string, to: string) => Math.round(((at[to] ?? 0) - (at[from] ?? 0)) / minute);
    expect([minutes('/hang', '/hang closed'), minutes('/hang closed', '/end')]).toEqual([4, 10]);
  });
});
