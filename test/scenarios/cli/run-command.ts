import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { command } from '../../programs/index.ts';
import type { CommandCall, ThreadData } from './command-thread.ts';

/** Returns the environment of a child process: no colours, and of our own variables only those that a test sets. */
export function environment(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('UNDERSTUDY_') && name !== 'FORCE_COLOR',
  );
  return { ...Object.fromEntries(kept), NO_COLOR: '1', ...own };
}

/** The words of a command line: a list, or a text in which spaces separate them. */
export type Words = string | readonly string[];

const wordsOf = (words: Words): readonly string[] =>
  typeof words === 'string' ? words.trim().split(' ') : words;

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** The time limit of a command, in milliseconds. It ends a command that hangs: on a quiet machine, none takes five seconds. */
const maxMs = 300_000;

/** In a thread, which cannot run `exec`, `serve`, `verify-pact` and `warp`, because they end their own process: use `runProcess`. */
export function runCommand(words: Words, env: Readonly<Record<string, string>> = {}): Ended {
  thread ??= startThread();
  const { port, done, worker } = thread;
  const number = nextNumber();
  port.postMessage({ number, args: wordsOf(words), env: environment(env) } satisfies CommandCall);
  // The thread can still be about to note the end of the call before this one.
  for (let last = Atomics.load(done, 0); last !== number; last = Atomics.load(done, 0)) {
    if (Atomics.wait(done, 0, last, maxMs) !== 'timed-out') continue;
    thread = undefined;
    void worker.terminate();
    throw new Error(`understudy ${wordsOf(words).join(' ')} did not end within ${maxMs} ms`);
  }
  return receiveMessageOnPort(port)?.message;
}

let calls = 0;
function nextNumber(): number {
  calls += 1;
  return calls;
}

/** Does the same as `runCommand`, but this process goes on in the meantime, so it can answer the calls of the command. */
export async function runBeside(words: Words, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  thread ??= startThread();
  const { port } = thread;
  const ended = once(port, 'message');
  port.postMessage({
    number: nextNumber(),
    args: wordsOf(words),
    env: environment(env),
  } satisfies CommandCall);
  const [result] = await ended;
  port.unref();
  return result;
}

/** Runs the command to its end in its own process, as a user's shell does. */
export function runProcess(words: Words, env: Readonly<Record<string, string>> = {}): Ended {
  return spawnSync(process.execPath, [command, ...wordsOf(words)], {
    encoding: 'utf8',
    env: environment(env),
    timeout: maxMs,
  });
}

let thread: { port: MessagePort; done: Int32Array<SharedArrayBuffer>; worker: Worker } | undefined;

function startThread(): NonNullable<typeof thread> {
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./command-thread.ts', import.meta.url), {
    workerData: { port: port2, done } satisfies ThreadData,
    transferList: [port2],
    execArgv: [],
  });
  worker.unref();
  port1.unref();
  return { port: port1, done, worker };
}

export interface Running {
  /** Returns the next line of its output, without the line break. Throws an Error with what it wrote to stderr when it ends instead. */
  line(): Promise<string>;
  /** All that it has written so far. */
  readonly output: Readonly<Record<'stdout' | 'stderr', string>>;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** Starts the command in the environment of `runCommand`, and reads its output. */
export function startCommand(words: Words, env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, [command, ...wordsOf(words)], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(([status]): Ended => ({ status, ...output }));
  let read = 0;
  return {
    async line() {
      while (!output.stdout.slice(read).includes('\n')) {
        const end = await Promise.race([once(child.stdout, 'data').then(() => undefined), ended]);
        if (end) throw new Error(`the command ended with ${end.status}: ${end.stderr}`);
      }
      const end = output.stdout.indexOf('\n', read);
      const line = output.stdout.slice(read, end);
      read = end + 1;
      return line;
    },
    output,
    signal: signal => void child.kill(signal),
    ended,
  };
}

/** Returns the number of lines that a command has written to a file. */
export const linesOf = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length : 0;

export interface Serving extends Running {
  /** Its ready line, parsed. */
  ready: Record<string, unknown> & { baseUrl: string };
  /** Sends a signal, and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a server on a free port, and waits for its ready line. */
export async function startServing(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const running = startCommand(['serve', '--port', '0', '--log', 'json', ...args], env);
  return {
    ...running,
    ready: JSON.parse(await running.line()),
    async end(signal = 'SIGTERM') {
      running.signal(signal);
      return (await running.ended).status;
    },
  };
}
