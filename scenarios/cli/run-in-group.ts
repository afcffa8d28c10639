import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import {
  endGroup,
  endOfTraced,
  exitOf,
  follow,
  groupsNote,
  hasGroups,
  killAtExit,
  type ProgramEnd,
  shownNotes,
  signalGroup,
  signalTraced,
  traced,
  type Warp,
} from '../run/node.ts';
import { CliError } from './cli-error.ts';
import { onStopSignals } from './stop-signals.ts';

interface GroupProgram {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly warp?: Warp | undefined;
}

/** Forwards SIGINT, SIGTERM and SIGHUP to the group; a second signal kills it. Afterwards, ends what the program has started. */
export async function runInGroup({ name, command, env, warp }: GroupProgram): Promise<number> {
  if (groupsNote !== undefined) console.error(`${name}: ${groupsNote}`);
  let isEndless = false;
  const onEndless = (reason: string) => {
    if (!isEndless) console.error(`warp: ${reason}`);
    isEndless = true;
  };
  const { end, started: session } = await superviseGroup(
    { command, env, tracing: warp },
    child => warp && follow(child, warp, onEndless),
  );
  if (!session) return exitCodeOf(name, end);
  const exit = await endOfTraced(session, end, command);
  for (const note of shownNotes(session, exit)) console.error(`warp: ${note}`);
  return exitCodeOf(name, exit);
}

interface Group extends Pick<GroupProgram, 'command' | 'env'> {
  /** How the tracer runs the command. The tracer itself gets no signals before the kill. */
  readonly tracing: Parameters<typeof traced>[1] | undefined;
}

export async function superviseGroup<Started>(
  { command, env, tracing }: Group,
  onStart: (child: ChildProcess) => Started,
): Promise<{ readonly end: ProgramEnd; readonly started: Started }> {
  const [program, ...args] = tracing ? traced(command, tracing) : command;
  const children: ChildProcess[] = [];
  const send = tracing ? signalTraced : signalGroup;
  // The listeners are added before the program starts, because a signal may arrive at once. The listeners are never removed,
  // because a signal after the end of the program must not interrupt the report.
  onStopSignals({
    first: signal => children.forEach(one => void send(one, signal)),
    again: () => children.forEach(one => void signalGroup(one, 'SIGKILL')),
  });
  const child = spawn(program, args, {
    env,
    // The end of the second pipe, also by the death of this process, ends the tracer and the program.
    stdio: tracing ? ['inherit', 'inherit', 'inherit', 'pipe', 'pipe'] : 'inherit',
    detached: hasGroups,
  });
  children.push(child);
  const started = onStart(child);
  const forget = killAtExit(child);
  const end = await exitOf(child, program);
  if (end.kind !== 'unstartable' && hasGroups) await endGroup(child);
  forget();
  return { end, started };
}

export function exitCodeOf(name: string, end: ProgramEnd): number {
  if (end.kind === 'unstartable') throw new CliError([`${name}: ${end.message}`], end.exitCode);
  return end.kind === 'exit' ? end.code : 128 + constants.signals[end.signal];
}
