import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { runFolder } from '../../programs/index.ts';

const here = import.meta.dirname;
const built = mkdtempSync(join(tmpdir(), 'warp-'));
// Another user runs programs in it.
chmodSync(built, 0o755);
chmodSync(runFolder, 0o711);
process.once('exit', () => rmSync(built, { recursive: true, force: true }));

/** Compiles one C file, once per test run, and returns the path of the program. Throws if there is no C compiler. */
function compile(source: string, options: readonly string[]): string {
  const program = join(built, basename(source, '.c'));
  if (existsSync(program)) return program;
  const compiler = spawnSync('cc', ['-o', program, source, ...options], { encoding: 'utf8' });
  if (compiler.error !== undefined)
    throw new Error(`These tests compile C programs. Install a C compiler: ${compiler.error.message}`);
  if (compiler.status !== 0) throw new Error(`cc cannot compile ${source}:\n${compiler.stderr}`);
  return program;
}

/** Compiles the tracer with the options of the build, and returns its path. */
export function tracer(): string {
  const options = ['-O2', '-static', '-Wall', '-Wextra', '-Werror'];
  return compile(join(here, '../../../scenarios/warp/warp.c'), options);
}

/**
 * Compiles a C program of this folder, and returns its path.
 *
 * @example program('programs/spin.c')
 */
export function program(source: string): string {
  return compile(join(here, source), ['-O1', '-Wall', '-Werror', '-D_GNU_SOURCE', '-pthread', '-lrt']);
}

/** The end of a command that ran without a runner. Durations are in nanoseconds. */
export interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  real: number;
  virtual: number;
  jumps: number;
}

/** Runs a command to its end under the tracer, without a runner. `uid` is the user that runs it. */
export function runAlone(command: readonly string[], options: readonly string[] = [], uid?: number): Ended {
  const ended = spawnSync(tracer(), ['--alone', ...options, '--', ...command], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: 300_000,
    killSignal: 'SIGKILL',
    ...(uid === undefined ? {} : { uid, cwd: built }),
  });
  const [real = 0, virtual = 0, jumps = 0] = (ended.output[3] ?? '').split(' ').slice(1).map(Number);
  const { status, signal, stdout, stderr } = ended;
  return { status, signal, stdout, stderr, real, virtual, jumps };
}

/** A tracer that talks with the test as with a runner. */
export interface Traced {
  process: ChildProcess;
  /** Sends one line. */
  send(line: string): void;
  /** Ends the command, and waits for its end. */
  stop(): Promise<void>;
  /** Returns the next line that begins with one of the words; lines before it are dropped. Undefined at the end. */
  next(...words: string[]): Promise<string[] | undefined>;
  /**
   * Waits until the command is idle, and lets the time jump by a number of minutes. If the command becomes busy before the jump, as
   * on a busy machine, waits again. Returns the minutes to the deadline of the command.
   */
  jump(minutes: number, options?: { isFree?: boolean }): Promise<number>;
  /** Lets the time jump by some nanoseconds after the given idle. */
  jumpAfter(sequence: string | number | undefined, nanoseconds: string | number | bigint): void;
  /** Resolves with all output of the command after the tracer ended. */
  ended: Promise<{ status: number | null; stdout: string }>;
}

/** Returns the whole minutes between two instants in nanoseconds. The real time of a busy machine is less than half a minute. */
export const minutesBetween = (from: string | undefined, to: string | undefined): number =>
  Math.round((Number(to) - Number(from)) / 60e9);

/** The instant at which the clocks of a command start, in seconds, and the options that start them there. */
export const start = 1_800_000_000;
export const atStart = ['--start', `${start}000000000`];

/** A command in the language of a shell. */
export const shell = (script: string): readonly string[] => ['sh', '-c', script];

/** Starts a command under the tracer, with a channel for the lines of the protocol. */
export function startTraced(command: readonly string[], options: readonly string[] = []): Traced {
  const child = spawn(tracer(), [...options, '--', ...command], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe', 'pipe'],
  });
  // The streams of descriptors that are pipes: 3 is read, 4 is written.
  const [, , , from, to] = child.stdio as unknown as [null, Readable, null, Readable, Writable];
  const lines = createInterface({ input: from })[Symbol.asyncIterator]();
  let stdout = '';
  child.stdout?.on('data', chunk => {
    stdout += chunk;
  });
  to.on('error', () => undefined);
  const send = (line: string) => void to.write(`${line}\n`);
  async function next(...words: string[]): Promise<string[] | undefined> {
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      const all = line.value.split(' ');
      if (words.includes(all[0] ?? '')) return all;
    }
    return undefined;
  }
  return {
    process: child,
    send,
    next,
    async stop() {
      send('end');
      await next('exit');
    },
    jumpAfter(sequence, nanoseconds) {
      send(`jump ${sequence} ${nanoseconds}`);
      send(`go ${sequence}`);
    },
    async jump(minutes, { isFree = false } = {}) {
      for (let idle = await next('idle'); idle; idle = await next('idle')) {
        const [, sequence, now, deadline] = idle;
        send(`jump ${sequence} ${minutes * 60}000000000${isFree ? ' free' : ''}`);
        if ((await next('jumped', 'busy'))?.[0] !== 'jumped') continue;
        send(`go ${sequence}`);
        return minutesBetween(now, deadline);
      }
      throw new Error('the command ended before it was idle');
    },
    ended: once(child, 'close').then(([status]) => ({ status, stdout })),
  };
}
