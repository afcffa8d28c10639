import { type ChildProcess, fork } from 'node:child_process';

/** A server in its own process. */
export interface Server {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

/** Starts a server with a durable store in its own process. */
export function startServer(where: string): Promise<Server> {
  const child = fork(new URL('./server.ts', import.meta.url), [where], { execArgv: [] });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve({ url: Object(message).url, child, ended }));
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
}

/** Ends a server by SIGKILL. */
export async function killServer({ child, ended }: Server): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
