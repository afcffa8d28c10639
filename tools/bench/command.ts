import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The built command, which serves in its own process. */
export interface Command {
  url: string;
  /** Returns the resident memory in bytes, as the system reports it (Linux). */
  memory(): number;
  /** Returns the peak resident memory in bytes, as the system reports it (Linux). */
  peak(): number;
  stop(): Promise<void>;
}

const command = join(import.meta.dirname, '..', '..', 'dist', 'scenarios', 'cli', 'understudy.cjs');

/**
 * Starts `understudy serve` from dist on a free port.
 *
 * @param options more options of `serve`
 * @example const { url, stop } = await startCommand()
 */
export async function startCommand(options: readonly string[] = []): Promise<Command> {
  const child = spawn('node', [command, 'serve', '--port', '0', '--log', 'quiet', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const text = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', data => resolve(String(data)));
    child.once('exit', code => reject(new Error(`understudy serve ended with ${code}`)));
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const bytesOf = (name: 'VmRSS' | 'VmHWM') => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)?.[1]) * 1024;
  };
  return {
    url: /Base address +(\S+)/.exec(text)?.[1] ?? '',
    memory: () => bytesOf('VmRSS'),
    peak: () => bytesOf('VmHWM'),
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
