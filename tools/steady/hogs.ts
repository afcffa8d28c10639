import { spawn } from 'node:child_process';

/**
 * Starts processes that only use processor time.
 *
 * @returns what ends them; they end with this process as well
 * @example
 * const stop = startHogs(2);
 * stop();
 */
export function startHogs(count: number): () => void {
  const hogs = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  const end = () => {
    for (const hog of hogs) hog.kill('SIGKILL');
  };
  process.once('exit', end);
  return () => {
    process.off('exit', end);
    end();
  };
}
