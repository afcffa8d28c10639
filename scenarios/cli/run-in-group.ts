import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { systemClock } from '#contracts';
import { endGroup, explainStartFailure, hasGroups, killAtExit, signalGroup } from '../process/index.ts';
import { CliError } from './cli-error.ts';
import { sameKeypress } from './stop-signals.ts';

/**
 * Runs a program in a process group of its own, on the terminal of this process. SIGINT, SIGTERM and SIGHUP are passed on to
 * the whole group; a second one kills it. What the program leaves running is ended after it.
 *
 * @returns its exit code; 128 plus the number of the signal when one ended it
 * @throws CliError with exit code 127 when there is no such program, 126 when it cannot be run
 */
export async function runInGroup(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const started: ChildProcess[] = [];
  // Before the start: the program runs at once, and a signal may come before this process continues.
  passSignalsOn(signal => started.forEach(one => void signalGroup(one, signal)));
  const child = spawn(program, args, { env, stdio: 'inherit', detached: hasGroups });
  started.push(child);
  const forget = killAtExit(child);
  const exitCode = await exitOf(child, program);
  if (hasGroups) await endGroup(child);
  forget();
  return exitCode;
}

function exitOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const { message, exitCode } = explainStartFailure(program, error);
      reject(new CliError([`exec: ${message}`], exitCode));
    });
    child.once('exit', (code, signal) => {
      resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal]);
    });
  });
}

/** For the life of this process: a signal after the end of the program must not cut off the report. */
function passSignalsOn(pass: (signal: NodeJS.Signals) => void): void {
  let first: number | undefined;
  const hear = (signal: NodeJS.Signals) => {
    if (first === undefined) pass(signal);
    else if (systemClock.now() - first > sameKeypress) pass('SIGKILL');
    first ??= systemClock.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
}
