import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { systemClock } from '#contracts';
import { endGroup, endWithUs, hasEnded, hasGroups, tell } from '../process/group.ts';
import { unstartable } from '../process/unstartable.ts';
import { CliError } from './cli-error.ts';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// npm passes a Ctrl-C on to what it runs, which the terminal has told already: two signals from one keypress.
const oneKeypress = 300;

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
  const child = spawn(program, args, { env, stdio: 'inherit', detached: hasGroups });
  started.push(child);
  endWithUs(child);
  const exitCode = await exitOf(child, program);
  if (hasGroups) await endGroup(child);
  hasEnded(child);
  return exitCode;
}

function exitOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const { message, exitCode } = unstartable(program, error);
      reject(new CliError([`exec: ${message}`], exitCode));
    });
    child.once('exit', (code, signal) => {
      resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal]);
    });
  });
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
