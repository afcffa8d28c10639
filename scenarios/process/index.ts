import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

export { endGroup, exitOf, hasGroups, killAtExit, signalGroup } from './group.ts';

/** How a client ended: by itself; or its time was over, `kill` was called, or the caller's signal was aborted. */
export type ClientEnd = ProgramEnd | { readonly kind: 'timed-out' | 'killed' | 'given-up' };

/** What a client is started with. */
export interface ClientStart {
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  /** `NAME=value` of its environment that no other process has: processes that leave its group are found by it. */
  readonly mark: string;
  /** Receives its output as it arrives. */
  readonly write: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
  /** How long it may take, milliseconds. */
  readonly timeout: number;
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
}

/** A running client. */
export interface ClientProcess {
  /** Kills it with all its children, at once. */
  kill(): void;
  /** Resolves when it and all that it has started have ended. */
  readonly ended: Promise<ClientEnd>;
}

/** How long output may take to arrive after the last process has ended, milliseconds. */
const outputGrace = 1_000;

/** Starts a client in a process group of its own, without a terminal, and ends the whole group with it. */
export function startClient(start: ClientStart): ClientProcess {
  const [program, ...args] = start.command;
  const child = spawn(program, args, {
    env: start.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroups,
  });
  const forget = killAtExit(child);
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => start.write(stream, chunk));
  const closed = once(child, 'close').catch(() => undefined); // a program that could not be started
  let endedBy: 'timed-out' | 'killed' | 'given-up' | undefined;
  const end = async (why: NonNullable<typeof endedBy>) => {
    endedBy ??= why;
    await endGroup(child);
  };
  const over = new AbortController();
  void systemClock.sleep(start.timeout, over.signal).then(
    () => end('timed-out'),
    () => undefined, // it ended in time
  );
  const giveUp = () => void end('given-up');
  start.signal?.addEventListener('abort', giveUp, { once: true });
  if (start.signal?.aborted) giveUp();

  async function follow(): Promise<ClientEnd> {
    const exit = await exitOf(child, program);
    over.abort();
    start.signal?.removeEventListener('abort', giveUp);
    if (hasGroups) await endGroup(child);
    await killStrays(start.mark);
    const drained = new AbortController();
    const patience = systemClock.sleep(outputGrace, drained.signal).catch(() => undefined); // all has arrived
    await Promise.race([closed, patience]);
    drained.abort();
    child.stdout.destroy();
    child.stderr.destroy();
    forget();
    return endedBy && exit.kind !== 'unstartable' ? { kind: endedBy } : exit;
  }

  return {
    kill() {
      endedBy ??= 'killed';
      signalGroup(child, 'SIGKILL');
    },
    ended: follow(),
  };
}

/** Returns the environment variables with the addresses and credentials of a sandbox. */
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
