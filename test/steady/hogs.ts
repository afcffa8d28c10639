import { spawn } from 'node:child_process';

/**
 * Starts processes that do nothing but take the processor from others.
 *
 * @returns what ends them; they end with this process as well
 * @example
 * const letGo = startHogs(2);
 * letGo();
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
