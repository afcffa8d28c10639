import { type ChildProcess, fork } from 'node:child_process';

/** A script of this folder in its own process. It answers messages one at a time. */
export interface Child {
  ask<Reply>(message: unknown): Promise<Reply>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a script and waits for its first message, which means that it is ready.
 *
 * @example const server = await startChild(new URL('servers/bare-hono.ts', import.meta.url))
 */
export async function startChild(
  script: URL,
  options: { flags?: string[]; arguments?: string[] } = {},
): Promise<Child> {
  const child = fork(script, options.arguments ?? [], { execArgv: options.flags ?? [] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  await reply(child);
  return {
    async ask<Reply>(message: unknown): Promise<Reply> {
      const answered = reply(child);
      child.send(message as object); // every caller sends plain data
      return (await answered) as Reply; // each script has one type of answer for each type of message
    },
    stop() {
      if (child.exitCode !== null) return Promise.resolve();
      const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
      child.kill('SIGKILL');
      return ended;
    },
  };
}

function reply(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) =>
      reject(new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${code}`));
    child.once('exit', failed);
    child.once('message', message => {
      child.off('exit', failed);
      resolve(message);
    });
  });
}
