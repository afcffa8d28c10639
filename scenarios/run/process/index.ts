import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { systemClock } from '#contracts';
import type { Sandbox } from '#mock-server';
import {
  endGroup,
  exitOf,
  hasGroups,
  killAtExit,
  killStrays,
  type ProgramEnd,
  signalGroup,
} from './group.ts';
import { endOfTraced, follow as followTraced, shownNotes, traced, type Warp } from './traced.ts';

export * from './group.ts';
export * from './traced.ts';

export type ClientEnd =
  | ProgramEnd
  | {
      readonly kind: 'timed-out' | 'killed' | 'given-up';
      readonly endless?: string | undefined;
    };

export interface ClientStart {
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  /** A unique `NAME=value` in the environment, by which processes that left the process group are found. */
  readonly mark: string;
  readonly write: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  /** Asked every two minutes. A client that made no progress since the last call has timed out. */
  readonly makesProgress?: (() => boolean) | undefined;
  readonly warp?: Warp | undefined;
  /** Ends the client as timed out when it waits without a time limit, and nothing at the supplier can wake it. */
  readonly endsIfEndless?: boolean;
}

export type ClientProcess = ReturnType<typeof startClient>;

const progressInterval = 120_000;

async function whenOver({ timeout, makesProgress }: ClientStart, signal: AbortSignal): Promise<void> {
  for (let left = timeout; left > 0; left -= progressInterval) {
    await systemClock.sleep(makesProgress ? Math.min(left, progressInterval) : left, signal);
    if (makesProgress?.() !== true) return;
  }
}

const outputGrace = 1_000;
/** A client that waits for another program without a time limit gets this time, in milliseconds, before it counts as hung. */
const endlessGrace = 3_000;

/** In a process group of its own, without a terminal. When the client ends, all processes of the group are ended. */
export function startClient(start: ClientStart) {
  const { warp, command } = start;
  const [program, ...args] = warp ? traced(command, warp) : command;
  const over = new AbortController();
  const child = spawn(program, args, {
    env: start.env,
    stdio: ['ignore', 'pipe', 'pipe', warp ? 'pipe' : 'ignore', warp ? 'pipe' : 'ignore'],
    detached: hasGroups,
  }) as ChildProcessByStdio<null, Readable, Readable>; // the entries above give these streams
  const onEndless = () =>
    void systemClock.sleep(endlessGrace, over.signal).then(
      () => {
        if (session?.endless !== undefined) void end('timed-out');
      },
      () => undefined, // the client has ended
    );
  const session = warp && followTraced(child, warp, start.endsIfEndless ? onEndless : undefined);
  let notes: readonly string[] = [];
  const forget = killAtExit(child);
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => start.write(stream, chunk));
  const closed = once(child, 'close').catch(() => undefined); // rejects if the program could not be started
  let endedBy: 'timed-out' | 'killed' | 'given-up' | undefined;
  let endless: string | undefined;
  const end = async (why: NonNullable<typeof endedBy>) => {
    endedBy ??= why;
    endless ??= session?.endless;
    await endGroup(child);
  };
  void whenOver(start, over.signal).then(
    () => end('timed-out'),
    () => undefined, // the client ended in time
  );
  const giveUp = () => void end('given-up');
  start.signal?.addEventListener('abort', giveUp, { once: true });
  if (start.signal?.aborted) giveUp();

  async function follow(): Promise<ClientEnd> {
    const processEnd = await exitOf(child, program);
    const exit = session ? await endOfTraced(session, processEnd, command) : processEnd;
    if (session) notes = endedBy === undefined ? shownNotes(session, exit) : session.notes;
    over.abort();
    start.signal?.removeEventListener('abort', giveUp);
    if (hasGroups) await endGroup(child);
    await killStrays(start.mark);
    const drained = new AbortController();
    const patience = systemClock.sleep(outputGrace, drained.signal).catch(() => undefined); // all output has arrived
    await Promise.race([closed, patience]);
    drained.abort();
    child.stdout.destroy();
    child.stderr.destroy();
    forget();
    if (endedBy === undefined || exit.kind === 'unstartable') return exit;
    return { kind: endedBy, ...(endless === undefined ? {} : { endless }) };
  }

  return {
    kill(): void {
      endedBy ??= 'killed';
      signalGroup(child, 'SIGKILL');
    },
    ended: follow(),
    jumps: () => session?.jumps,
    notes: () => notes,
  };
}

export function sandboxVariables({ identity }: Sandbox, url: string): Record<string, string> {
  const [credential] = identity.credentials;
  return {
    UNDERSTUDY_BASE_URL: url,
    UNDERSTUDY_COMMONS_URL: url,
    UNDERSTUDY_MCP_URL: `${url}/mcp`,
    UNDERSTUDY_USERNAME: credential?.Username ?? '',
    UNDERSTUDY_PASSWORD: credential?.Password ?? '',
    UNDERSTUDY_STATIC_TOKEN: identity.staticToken,
    UNDERSTUDY_MANAGER_ID: String(identity.managerId),
    UNDERSTUDY_MCP_TOKEN: identity.mcpToken,
  };
}
