import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { endGroup, exitOf, hasGroups, killAtExit, signalGroup } from '../process/index.ts';
import { CliError } from './cli-error.ts';
import { onStopSignals } from './stop-signals.ts';

/**
 * Runs a program in a process group of its own, on the terminal of this process. SIGINT, SIGTERM and SIGHUP are passed on to
 * the whole group; a second one kills it. When the program ends, so do the processes that it has started.
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
  const send = (signal: NodeJS.Signals) => started.forEach(one => void signalGroup(one, signal));
  // Before the start: the program runs at once, and a signal may come before this process continues. The listeners stay,
  // because a signal after the end of the program must not cut off the report.
  onStopSignals({ first: send, again: () => send('SIGKILL') });
  const child = spawn(program, args, { env, stdio: 'inherit', detached: hasGroups });
  started.push(child);
  const forget = killAtExit(child);
  const end = await exitOf(child, program);
  if (end.kind === 'unstartable') throw new CliError([`exec: ${end.message}`], end.exitCode);
  if (hasGroups) await endGroup(child);
  forget();
  return end.kind === 'exit' ? end.code : 128 + constants.signals[end.signal];
}
