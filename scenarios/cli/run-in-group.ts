import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { systemClock } from '#contracts';
import { CliError } from './cli-error.ts';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// npm passes a Ctrl-C on to what it runs, which the terminal has told already: two signals from one keypress.
const oneKeypress = 300;
/** How long what a command has left running may take to end, and how often it is looked at, milliseconds. */
const grace = { most: 2_000, step: 20 };
// There, a process cannot be told by the id of a group, and one of its own gets a window of its own.
const hasGroups = process.platform !== 'win32';

/**
 * Runs a program in a process group of its own, on the terminal of this process. SIGINT, SIGTERM and SIGHUP are passed on to
 * the whole group, a second one kills it. What the program leaves running is ended after it.
 *
 * @returns its exit code; 128 and the number of the signal when one ended it
 * @throws CliError with exit code 127 when there is no such program, 126 when it cannot be run
 */
export async function runInGroup(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const started: ChildProcess[] = [];
  const tellAll = (signal: NodeJS.Signals) => started.forEach(one => void tell(one, signal));
  // Before there is a child: it runs at once, and whoever hears of that may send a signal before this process goes on.
  passSignalsOn(tellAll);
  process.once('exit', () => tellAll('SIGKILL'));
  const child = spawn(program, args, { env, stdio: 'inherit', detached: hasGroups });
  started.push(child);
  const exitCode = await exitOf(child, program);
  await endRest(child);
  return exitCode;
}

function exitOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(unstartable(program, error)));
    child.once('exit', (code, signal) => {
      resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal]);
    });
  });
}

function unstartable(program: string, { code, message }: NodeJS.ErrnoException): CliError {
  if (code === 'ENOENT')
    return new CliError(
      [`exec: there is no command "${program}"; give one of the PATH, or a path such as ./book.sh`],
      127,
    );
  if (code === 'EACCES')
    return new CliError([`exec: "${program}" may not be run; make it executable: chmod +x ${program}`], 126);
  return new CliError([`exec: "${program}" could not be started: ${message}`], 126);
}

/** Tells the group of a child, or the child where there are no groups. Gives whether anybody was there to be told. */
function tell({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(hasGroups ? -pid : pid, signal);
  } catch {
    return false; // nobody is left
  }
}

/** For as long as this process lives: what comes after the end of the child must not cut off what is said of it. */
function passSignalsOn(pass: (signal: NodeJS.Signals) => void): void {
  let first: number | undefined;
  const hear = (signal: NodeJS.Signals) => {
    if (first === undefined) pass(signal);
    else if (systemClock.now() - first > oneKeypress) pass('SIGKILL');
    first ??= systemClock.now();
  };
  for (const signal of passedOn) process.on(signal, hear);
}

/** Ends what a program has left running, by force when asking does not help. */
async function endRest(child: ChildProcess): Promise<void> {
  if (!hasGroups || !tell(child, 'SIGTERM')) return;
  for (let waited = 0; waited < grace.most && tell(child, 0); waited += grace.step)
    await systemClock.sleep(grace.step);
  tell(child, 'SIGKILL');
}
