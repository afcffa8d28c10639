import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { followTracer, type WarpClock, type WarpSession } from '../../warp/index.ts';
import { type ProgramEnd, signalGroup, signalProcess, startFailure } from './group.ts';

export interface Warp {
  readonly tracer: string;
  /** How long nothing must happen before the time may jump, in ms of real time. The tracer has a default. */
  readonly quiet?: number | undefined;
  readonly clock: WarpClock;
}

type Command = readonly [program: string, ...args: string[]];

interface Tracing extends Omit<Warp, 'clock'> {
  /** Runs the command without a supplier. The clocks of the command begin at the start, in ms since 1970; else now. */
  readonly alone?: { readonly start: number | undefined } | undefined;
}

/** @example traced(['npm', 'test'], { tracer: './warp' }) // ['./warp', '--', 'npm', 'test'] */
export function traced(command: Command, { tracer, quiet, alone }: Tracing): Command {
  const start = alone?.start === undefined ? [] : ['--start', `${alone.start}000000`];
  const options = [
    ...(quiet === undefined ? [] : ['--quiet', String(quiet)]),
    ...(alone ? ['--alone', ...start] : []),
  ];
  return [tracer, ...options, '--', ...command];
}

/** The file descriptors 3 and 4 of the child must be pipes. */
export function follow(
  { stdio }: ChildProcess,
  { clock }: Warp,
  onEndless?: (reason: string) => void,
): WarpSession {
  const streams = { fromTracer: stdio[3] as Readable, toTracer: stdio[4] as Writable }; // `spawn` has created both pipes
  return followTracer({ ...streams, onEndless }, clock);
}

/** The tracer ends with the exit code of the command, so its notes decide whether the command was started at all. */
export async function endOfTraced(
  session: WarpSession,
  end: ProgramEnd,
  [program]: Command,
): Promise<ProgramEnd> {
  if (end.kind === 'unstartable')
    return { ...end, message: `the tracer could not be started: ${end.message}` };
  const hasEnded = (await session.ended) !== undefined;
  if (end.kind === 'signal') return end;
  const signal = signalOf(session.signal);
  if (signal !== undefined) return { kind: 'signal', signal };
  const { code } = end;
  const failure = session.notes.find(note => note.startsWith('cannot start '));
  if (failure !== undefined && (code === 126 || code === 127))
    return startFailure(program, errorOf(failure, code));
  const isRefused = session.notes.some(note => note.includes('refuses the filter'));
  if (hasEnded && !(code === 69 && isRefused)) return end;
  const why = session.notes.at(-1) ?? `the tracer ended with exit code ${code}`;
  return { kind: 'unstartable', message: `"${program}" cannot run under warp: ${why}`, exitCode: 69 };
}

/** A note about a command that could not be started becomes the message of an error. */
export function shownNotes(session: WarpSession, end: ProgramEnd): string[] {
  if (end.kind === 'unstartable') return [];
  const isKilled = end.kind === 'signal' && session.signal === undefined;
  const killed = `the tracer was ended by ${end.kind === 'signal' ? end.signal : ''}, and the command with it`;
  return [...session.notes, ...(isKilled ? [killed] : [])];
}

function errorOf(note: string, code: 126 | 127): { code: string; message: string } {
  const message = note.slice(note.lastIndexOf(': ') + 2);
  if (code === 127) return { code: 'ENOENT', message };
  return { code: message === 'Permission denied' ? 'EACCES' : 'unknown', message };
}

function signalOf(number: number | undefined): NodeJS.Signals | undefined {
  const names = Object.keys(constants.signals) as NodeJS.Signals[]; // Object.keys returns strings
  return number === undefined ? undefined : names.find(name => constants.signals[name] === number);
}

/** To every process but the tracer, so that the command can end with its own exit code. Before it has started, to the tracer. */
export function signalTraced(child: ChildProcess, signal: NodeJS.Signals): void {
  const members = membersOf(child.pid);
  if (members.length === 0) signalGroup(child, signal);
  for (const pid of members) signalProcess(pid, signal);
}

function membersOf(group: number | undefined): number[] {
  const pids = readdirSync('/proc').map(Number);
  return pids.filter(pid => {
    if (!(pid > 0) || pid === group) return false;
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[2]) === group;
    } catch {
      return false; // already ended
    }
  });
}
