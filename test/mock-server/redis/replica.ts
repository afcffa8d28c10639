import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A server process that shares a store with other processes. */
export interface Replica {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Ends the process by SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a server process with a store. */
export async function startReplica(where: string): Promise<Replica> {
  const child = fork(new URL('../kill/server.ts', import.meta.url), [where], { execArgv: [] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', message => resolve(Object(message).url));
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
