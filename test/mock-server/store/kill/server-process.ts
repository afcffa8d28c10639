import { type ChildProcess, fork } from 'node:child_process';

export interface Server {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

/** Starts a server with a durable store in its own process. `keepsJournal`: whether the store also contains the journals of the sandboxes. */
export function startServer(where: string, keepsJournal = false): Promise<Server> {
  const args = [where, keepsJournal ? '--keep-journal' : ''];
  const child = fork(new URL('./server.ts', import.meta.url), args, { execArgv: [] });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve({ url: Object(message).url, child, ended }));
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
}

export async function killServer({ child, ended }: Server): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
