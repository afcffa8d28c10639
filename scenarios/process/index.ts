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

/** Describes how a client ended: normally, by the time-out, by `kill`, or because the caller aborted the signal. */
export type ClientEnd = ProgramEnd | { readonly kind: 'timed-out' | 'killed' | 'given-up' };

/** Options for starting a client. */
export interface ClientStart {
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  /**
   * A unique `NAME=value` in the environment of the client. This variable identifies child processes that have left the process
   * group.
   */
  readonly mark: string;
  /** A callback that receives each chunk of the client's output. */
  readonly write: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
  /** The time-out of the client, in milliseconds. */
  readonly timeout: number;
  /** Ends the client early when this signal aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** A running client. */
export interface ClientProcess {
  /** Kills the client and all processes that the client has started. */
  kill(): void;
  /** Resolves when the client and all processes that the client has started have ended. */
  readonly ended: Promise<ClientEnd>;
}

/** How long to wait for more output after the last process has ended, in milliseconds. */
const outputGrace = 1_000;

/**
 * Starts a client in a separate process group, without a terminal. When the client ends, the function ends all processes of the
 * group.
 */
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
  const closed = once(child, 'close').catch(() => undefined); // rejects if the program could not be started
  let endedBy: 'timed-out' | 'killed' | 'given-up' | undefined;
  const end = async (why: NonNullable<typeof endedBy>) => {
    endedBy ??= why;
    await endGroup(child);
  };
  const over = new AbortController();
  void systemClock.sleep(start.timeout, over.signal).then(
    () => end('timed-out'),
    () => undefined, // the client ended in time
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
    const patience = systemClock.sleep(outputGrace, drained.signal).catch(() => undefined); // all output has arrived
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

/** Returns environment variables that give a client the addresses and credentials of a sandbox. */
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
