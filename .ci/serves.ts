// Checks that a command serves: starts it, waits for its ready line (JSON with the base address), requests its health,
// and ends it like Ctrl-C in a terminal. Usage: node .ci/serves.ts <command> [arguments]
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const longestStart = 30_000;
const longestEnd = 10_000;

const [command = '', ...args] = process.argv.slice(2);
const began = performance.now();
// The command gets its own process group, so that a signal also reaches the processes that npm and its shell start.
const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
const ended = once(child, 'exit');
let said = '';

function signal(name: NodeJS.Signals | 0): boolean {
  try {
    return child.pid !== undefined && process.kill(-child.pid, name);
  } catch {
    return false; // the group has ended
  }
}

function readyAddress(): Promise<string> {
  return new Promise((resolve, reject) => {
    const hear = (chunk: string) => {
      said += chunk;
      for (const line of said.split('\n').filter(text => text.startsWith('{'))) {
        const address = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(line)?.[0];
        if (address) resolve(address);
      }
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('error', reject);
    child.on('exit', code => reject(new Error(`ended with exit code ${code} before it was ready`)));
    AbortSignal.timeout(longestStart).addEventListener('abort', () =>
      reject(new Error(`not ready within ${longestStart} ms`)),
    );
  });
}

async function check(): Promise<string> {
  const address = await readyAddress();
  const ready = performance.now();
  const answer = await fetch(`${address}/_control/health`, { signal: AbortSignal.timeout(longestEnd) });
  const text = await answer.text();
  if (answer.status !== 200 || typeof JSON.parse(text).version !== 'string') {
    throw new Error(`GET /_control/health answered ${answer.status}: ${text}`);
  }
  signal('SIGINT');
  const late = once(AbortSignal.timeout(longestEnd), 'abort');
  const outcome = await Promise.race([ended, late.then(() => undefined)]);
  if (!outcome) throw new Error(`still running ${longestEnd} ms after Ctrl-C`);
  const [code, killedBy] = outcome;
  // npm waits for its child process, and then ends itself with the same signal, as a shell expects.
  const isClean = code === 0 || (command === 'npm' && killedBy === 'SIGINT');
  if (!isClean) throw new Error(`ended with ${code ?? killedBy} after Ctrl-C, not with exit code 0`);
  if (signal(0)) throw new Error('left a process behind after Ctrl-C');
  return `ready after ${Math.round(ready - began)} ms, health ${text}, ended by Ctrl-C`;
}

for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    signal('SIGKILL');
    process.exit(1);
  });
}

const what = [command, ...args].join(' ');
try {
  console.log(`${what}: ${await check()}`);
} catch (error) {
  console.error(`${what}: ${error instanceof Error ? error.message : error}\nIts output was:\n${said}`);
  process.exitCode = 1;
} finally {
  signal('SIGKILL');
}
process.exit();
