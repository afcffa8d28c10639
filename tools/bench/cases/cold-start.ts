import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../figure.ts';
import { median } from '../median.ts';
import { clockStart, paths, searchBody } from '../requests.ts';
import type { Case } from './case.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const capMs = 15_000;

/** The server that `understudy serve` starts, for versions that have no such command yet. */
const bareServer = `
  const { createMockSupplier } = await import('./dist/mock-server/index.js');
  const { listen } = await import('./dist/mock-server/node/index.js');
  const { url } = await listen(createMockSupplier({ clock: { mode: 'real', start: ${clockStart} } }), { port: 0 });
  console.log(url);`;

/** Returns the milliseconds from the start of a command to the end of its first Search answer over the port. */
async function firstAnswer(command: string, args: string[]): Promise<number> {
  const begin = performance.now();
  // The command gets its own process group, because npm starts further processes.
  const child = spawn(command, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const port = await new Promise<string>((resolve, reject) => {
      let text = '';
      const look = (chunk: Buffer) => {
        text += chunk;
        const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
        if (port !== undefined) resolve(port);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.once('error', reject);
      child.once('exit', code =>
        reject(new Error(`ended with ${code}: ${text.trim().split('\n').at(-1) ?? ''}`)),
      );
      setTimeout(() => reject(new Error('named no address in time')), capMs).unref();
    });
    const answer = await fetch(`http://127.0.0.1:${port}${paths.search}`, {
      method: 'POST',
      body: searchBody(0),
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`the first Search was answered ${answer.status}`);
    return performance.now() - begin;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  }
}

async function measure(
  figure: Omit<Figure, 'case' | 'value' | 'unit'>,
  command: string[],
  times: number,
): Promise<Figure> {
  const known = { case: 'Cold start', unit: 'ms', ...figure };
  const [name = '', ...args] = command;
  try {
    await firstAnswer(name, args); // fills the file cache of the system
    const raw: number[] = [];
    for (let time = 0; time < times; time += 1) raw.push(await firstAnswer(name, args));
    return { ...known, value: median(raw), raw };
  } catch (error) {
    return {
      ...known,
      value: undefined,
      note: error instanceof Error ? error.message.slice(0, 120) : String(error),
    };
  }
}

/** Measures the time from the start of a process to its first Search answer. */
export const coldStart: Case = async ({ quick }) => {
  const times = quick ? 3 : 10;
  const built = existsSync(join(root, 'dist', 'scenarios', 'cli', 'main.js'));
  const command = built
    ? [process.execPath, 'dist/scenarios/cli/understudy.cjs', 'serve', '--port', '0']
    : [process.execPath, '--input-type=module', '-e', bareServer];
  return [
    await measure(
      {
        what: 'from dist to first answer',
        target: { max: 200 },
        note: built ? 'the command' : 'without the command',
      },
      command,
      times,
    ),
    await measure(
      { what: 'npm start to first answer' },
      ['npm', 'start', '--silent', '--', '--port', '0'],
      times,
    ),
  ];
};
