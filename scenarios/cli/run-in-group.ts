import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
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

export interface GroupProgram {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly warp?: Warp | undefined;
}

/** Forwards SIGINT, SIGTERM and SIGHUP to the group; a second signal kills it. Afterwards, ends what the program has started. */
export async function runInGroup({ name, command, env, warp }: GroupProgram): Promise<number> {
  if (groupsNote !== undefined) console.error(`${name}: ${groupsNote}`);
  const argv = warp ? traced(command, warp) : command;
  const stdio: StdioOptions = warp ? ['inherit', 'inherit', 'inherit', 'pipe', 'pipe'] : 'inherit';
  let ended: ((end: ProgramEnd) => Promise<ProgramEnd>) | undefined;
  const end = await superviseGroup({ argv, env, stdio, isTraced: warp !== undefined }, child => {
    let isEndless = false;
    const onEndless = (reason: string) => {
      if (!isEndless) console.error(`warp: ${reason}`);
      isEndless = true;
    };
    const session = warp && follow(child, warp, onEndless);
    ended =
      session &&
      (async tracerEnd => {
        const exit = await endOfTraced(session, tracerEnd, command);
        for (const note of shownNotes(session, exit)) console.error(`warp: ${note}`);
        return exit;
      });
  });
  return exitCodeOf(name, ended ? await ended(end) : end);
}

interface Group {
  readonly argv: readonly [program: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly stdio: StdioOptions;
  /** Whether the first process is the tracer, which gets no signals before the kill. */
  readonly isTraced: boolean;
}

export async function superviseGroup(
  { argv: [program, ...args], env, stdio, isTraced }: Group,
  onStart: (child: ChildProcess) => void,
): Promise<ProgramEnd> {
  const started: ChildProcess[] = [];
  const send = isTraced ? signalTraced : signalGroup;
  // The listeners are added before the program starts, because a signal may arrive at once. The listeners are never removed,
  // because a signal after the end of the program must not interrupt the report.
  onStopSignals({
    first: signal => started.forEach(one => void send(one, signal)),
    again: () => started.forEach(one => void signalGroup(one, 'SIGKILL')),
  });
  const child = spawn(program, args, { env, stdio, detached: hasGroups });
  started.push(child);
  onStart(child);
  const forget = killAtExit(child);
  const end = await exitOf(child, program);
  if (end.kind !== 'unstartable' && hasGroups) await endGroup(child);
  forget();
  return end;
}

export function exitCodeOf(name: string, end: ProgramEnd): number {
  if (end.kind === 'unstartable') throw new CliError([`${name}: ${end.message}`], end.exitCode);
  return end.kind === 'exit' ? end.code : 128 + constants.signals[end.signal];
}
