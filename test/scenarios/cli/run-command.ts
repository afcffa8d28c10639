import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

const command = 'scenarios/cli/understudy.cjs';

/** The environment of a child: no colours, none of our own variables but those that a test sets. */
function environment(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('UNDERSTUDY_') && name !== 'FORCE_COLOR',
  );
  return { ...Object.fromEntries(kept), NO_COLOR: '1', ...own };
}

/** What a command that ended has left. */
export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the command to its end.
 *
 * @example runCommand(['--version']).stdout // '0.1.0\n'
 */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>> = {}): Ended {
  return spawnSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    env: environment(env),
    timeout: 20_000,
  });
}

/** A command that runs. */
export interface Running {
  /** The next line of its output, without the line break. */
  line(): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** When it has ended, and nobody holds its output open any more. */
  readonly ended: Promise<Ended>;
}

/** Starts the command, in the environment that `runCommand` gives it, and reads what it says. */
export function startCommand(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, [command, ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  let read = 0;
  return {
    async line() {
      while (!output.stdout.slice(read).includes('\n')) await once(child.stdout, 'data');
      const end = output.stdout.indexOf('\n', read);
      const line = output.stdout.slice(read, end);
      read = end + 1;
      return line;
    },
    signal: signal => void child.kill(signal),
    ended: once(child, 'close').then(([status]) => ({ status, ...output })),
  };
}

/** A server that runs as a process of its own. */
export interface Serving {
  /** The line that said it was ready, parsed. */
  ready: Record<string, unknown> & { baseUrl: string };
  /** Everything on stdout so far. */
  output(): string;
  /** Sends a signal and gives the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `understudy serve` on a free port, and waits for its ready line.
 *
 * @throws Error with what it wrote to stderr when it ends instead
 */
export async function startServing(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const all = [command, 'serve', '--port', '0', '--log', 'json', ...args];
  const child = spawn(process.execPath, all, { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  const ready = await firstLine(child, text => {
    output += text;
  });
  return {
    ready: JSON.parse(ready),
    output: () => output,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

function firstLine(
  child: ChildProcessByStdio<null, Readable, Readable>,
  hear: (text: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let line = '';
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      hear(text);
      line += text;
      if (line.includes('\n')) resolve(line.slice(0, line.indexOf('\n')));
    });
    child.once('exit', code => reject(new Error(`serve ended with ${code}: ${complaint}`)));
  });
}
