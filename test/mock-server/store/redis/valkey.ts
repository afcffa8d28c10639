import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../../free-port.ts';

/** Starts a Valkey or Redis server on a free port of loopback, with an append-only file in a new folder. */
export async function startValkey() {
  const program = ['valkey-server', 'redis-server'].find(isInstalled);
  if (program === undefined)
    throw new Error('this test needs valkey-server or redis-server; run "apt-get install -y redis-server"');
  const client = program.replace('server', 'cli');
  const folder = mkdtempSync(join(tmpdir(), 'understudy-valkey-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  /** Again with the same port and files. */
  const start = async () => {
    child = await startServer(program, ['--port', String(port), '--dir', folder]);
  };
  await start();
  const cli = (...command: string[]) =>
    spawnSync(client, ['-p', String(port), ...command], { encoding: 'utf8' }).stdout.trim();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    cli,
    kill,
    start,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Valkey = Awaited<ReturnType<typeof startValkey>>;

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

async function startServer(program: string, place: readonly string[]): Promise<ChildProcess> {
  const settings = ['--bind', '127.0.0.1', '--appendonly', 'yes', '--save', ''];
  const child = spawn(program, [...place, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (/ready to accept connections/i.test(line)) {
      child.stdout.resume();
      return child;
    }
    said.push(line);
  }
  throw new Error(`${program} did not start:\n${said.join('\n')}`);
}
