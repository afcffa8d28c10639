import { systemClock } from '#contracts';

/** npm passes on a Ctrl-C that the terminal has sent to its child already: within so many milliseconds two signals are one. */
export const sameKeypress = 300;

/** Exit code after Ctrl-C. */
export const interrupted = 130;

/**
 * Waits for Ctrl-C, a request to end, or the end of the terminal. A second one ends the process at once.
 *
 * @param onSecond prints what has to be said before that, and returns the exit code
 */
export function stopRequested(onSecond: () => number = () => interrupted): Promise<void> {
  return new Promise(resolve => {
    let first: number | undefined;
    const hear = () => {
      if (first !== undefined && systemClock.now() - first > sameKeypress) process.exit(onSecond());
      first ??= systemClock.now();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
  });
}
