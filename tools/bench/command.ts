import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { clockStart } from './requests.ts';

const root = join(import.meta.dirname, '..', '..');
const ticksPerSecond = 100; // `getconf CLK_TCK` on every usual Linux

/** A server in its own process. */
export interface Running {
  readonly url: string;
  /** Returns the processor time of all threads of the process so far, in microseconds. */
  cpu(): number;
  stop(): Promise<void>;
}

/** Starts a program, and waits for the line that names its address. */
async function start(args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const lines = createInterface(child.stdout);
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    ended.then(([code]) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
    lines.on('line', line => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  lines.close();
  child.stdout.resume(); // the log goes to a pipe that is always read
  return {
    url,
    cpu() {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
      const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
      return (((user ?? 0) + (system ?? 0)) / ticksPerSecond) * 1_000_000;
    },
    async stop() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}

/**
 * Starts the command as `npm start` does: from source, with its default log.
 *
 * @param options more options of `serve`
 */
export const startCommand = (options: readonly string[] = []): Promise<Running> =>
  start(['scenarios/cli/understudy.cjs', 'serve', '--port', '0', ...options]);

/** Starts a Hono app that answers fixed bytes. @param answers the texts of the answers by path */
export async function startBareHono(answers: Readonly<Record<string, string>>): Promise<Running> {
  const running = await start([fileURLToPath(new URL('bare-hono.ts', import.meta.url))]);
  await post(`${running.url}/answers`, JSON.stringify(answers));
  return running;
}

/** Creates a sandbox through the control API, and returns its base address. */
export async function createSandbox({ url }: Running, id: string): Promise<string> {
  const clock = { mode: 'real', start: new Date(clockStart).toISOString() };
  const credential = { Username: 'demo', Password: 'demo' };
  const body = { id, credential, clock, options: { rateLimit: false } };
  await post(`${url}/_control/sandboxes`, JSON.stringify(body));
  return `${url}/sandbox/${id}`;
}

/** Sends one request and returns the text of its answer. */
export async function post(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return text;
}
