import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { systemClock } from '#contracts';

const grace = { max: 2_000, step: 20 };

/** Windows has no process groups, and opens a window for a detached process. */
export const hasGroups = process.platform !== 'win32';

/** Undefined where the command can also end what the program started. */
export const groupsNote = hasGroups
  ? undefined
  : 'Windows has no process groups, so a program that your command starts in the background is not ended with the command';

/** On platforms without groups, only to the child. Returns whether the signal was delivered. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  return pid !== undefined && signalProcess(hasGroups ? -pid : pid, signal);
}

export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // the process has ended
  }
}

export async function endGroup(child: ChildProcess): Promise<void> {
  if (!signalGroup(child, 'SIGTERM')) return;
  for (let waited = 0; waited < grace.max && isAlive(child); waited += grace.step)
    await systemClock.sleep(grace.step);
  signalGroup(child, 'SIGKILL');
}

/** On platforms without groups, an ended child is not checked, because its id may belong to another program. */
const isAlive = (child: ChildProcess): boolean =>
  (hasGroups || child.exitCode === null) && signalGroup(child, 0);

const running = new Set<ChildProcess>();

export function killAtExit(child: ChildProcess): () => void {
  if (running.size === 0) process.once('exit', killAll);
  running.add(child);
  return () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', killAll);
  };
}

function killAll(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

/** Also daemons, which leave the process group but keep the environment. Does nothing on platforms other than Linux. */
export async function killStrays(variable: string): Promise<void> {
  // The search is repeated, because new processes may start while other processes are killed.
  for (let round = 0; round < 5; round += 1) {
    const pids = await processesWith(variable);
    if (pids.length === 0) return;
    for (const pid of pids) signalProcess(pid, 'SIGKILL');
  }
}

async function processesWith(variable: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter(pid => pid > 0 && pid !== process.pid);
  const found = await Promise.all(
    pids.map(async pid => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => ''); // no permission, or already ended
      return environment.split('\0').includes(variable) ? [pid] : [];
    }),
  );
  return found.flat();
}

/** A program that cannot be started gets the exit code that a shell would return, or 69 if the system forbids to trace it. */
export type ProgramEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'unstartable'; readonly message: string; readonly exitCode: 69 | 126 | 127 };

export const exitOf = (child: ChildProcess, program: string): Promise<ProgramEnd> =>
  new Promise(resolve => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(startFailure(program, error)));
    child.once('exit', (code, signal) =>
      resolve(signal === null ? { kind: 'exit', code: code ?? 0 } : { kind: 'signal', signal }),
    );
  });

type StartError = Pick<NodeJS.ErrnoException, 'code' | 'message'>;

export function startFailure(program: string, error: StartError): ProgramEnd {
  const exitCode = error.code === 'ENOENT' ? 127 : 126;
  return { kind: 'unstartable', message: whyUnstartable(program, error), exitCode };
}

function whyUnstartable(program: string, { code, message }: StartError): string {
  const interpreter = code === 'ENOENT' ? interpreterOf(program) : undefined;
  if (interpreter !== undefined)
    return `"${program}" needs the interpreter "${interpreter}", which does not exist; change its first line`;
  if (code === 'ENOENT')
    return `there is no command "${program}"; give a command in PATH, or a path such as ./book.sh`;
  if (code === 'EACCES') return `"${program}" is not executable; make it executable: chmod +x ${program}`;
  return `"${program}" could not be started: ${message}`;
}

function interpreterOf(program: string): string | undefined {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  const path = folders.map(folder => join(folder, program)).find(file => existsSync(file));
  if (path === undefined) return undefined;
  try {
    return /^#!\s*(\S+)/.exec(readFileSync(path, 'latin1'))?.[1];
  } catch {
    return undefined; // a folder, or a file that cannot be read
  }
}
