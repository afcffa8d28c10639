import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { endGroup, exitOf, hasGroups, killAtExit, signalGroup } from '../process/index.ts';
import { CliError } from './cli-error.ts';
import { onStopSignals } from './stop-signals.ts';

/**
 * Runs a program in a new process group, on the terminal of this process. The function forwards SIGINT, SIGTERM and SIGHUP to
 * the group; a second signal kills the group. When the program ends, the function also ends the child processes of the program.
 *
 * @returns the exit code of the program, or 128 plus the number of the signal that ended it
 * @throws CliError with exit code 127 if the program does not exist, or 126 if the program cannot be run
 */
export async function runInGroup(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const started: ChildProcess[] = [];
  const send = (signal: NodeJS.Signals) => started.forEach(one => void signalGroup(one, signal));
  // The listeners are added before the program starts, because a signal may arrive at once. The listeners are never removed,
  // because a signal after the end of the program must not interrupt the report.
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
