import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '#contracts';
import { endGroup, endWithUs, hasEnded, hasGroups, tell } from './group.ts';
import { killStrays } from './strays.ts';
import { unstartable } from './unstartable.ts';

/** How a client ended. */
export type ClientEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  /** It was ended because its time was over, or because nobody wants to know any more. */
  | { readonly kind: 'timed-out' | 'killed' | 'given-up' }
  | { readonly kind: 'unstartable'; readonly message: string };

/** What a client is started with. */
export interface ClientStart {
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: NodeJS.ProcessEnv;
  /** `NAME=value` of its environment that no other process has: those who leave its group are found by it. */
  readonly mark: string;
  /** Takes what it writes, as it comes. */
  readonly write: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
  /** How long it may take, milliseconds. */
  readonly timeout: number;
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
}

/** A client that runs. */
export interface ClientProcess {
  /** Kills it with all its children, at once. */
  kill(): void;
  /** When it has ended, and all that it has started as well. */
  readonly ended: Promise<ClientEnd>;
}

/** How long what was written may take to arrive when nobody is left to write more, milliseconds. */
const lastWords = 1_000;

/** Starts a client in a process group of its own, without a terminal, and ends that whole group with it. */
export function startClient(start: ClientStart): ClientProcess {
  const [program, ...args] = start.command;
  const child = spawn(program, args, {
    env: start.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroups,
  });
  endWithUs(child);
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
    const how = await exitOf(child, program);
    over.abort();
    start.signal?.removeEventListener('abort', giveUp);
    if (hasGroups) await endGroup(child);
    await killStrays(start.mark);
    const heard = new AbortController();
    const patience = systemClock.sleep(lastWords, heard.signal).catch(() => undefined); // all was heard
    await Promise.race([closed, patience]);
    heard.abort();
    child.stdout.destroy();
    child.stderr.destroy();
    hasEnded(child);
    return endedBy && how.kind !== 'unstartable' ? { kind: endedBy } : how;
  }

  return {
    kill() {
      endedBy ??= 'killed';
      tell(child, 'SIGKILL');
    },
    ended: follow(),
  };
}

function exitOf(child: ChildProcess, program: string): Promise<ClientEnd> {
  return new Promise(resolve => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ kind: 'unstartable', message: unstartable(program, error).message }),
    );
    child.once('exit', (code, signal) =>
      resolve(signal === null ? { kind: 'exit', code: code ?? 0 } : { kind: 'signal', signal }),
    );
  });
}
