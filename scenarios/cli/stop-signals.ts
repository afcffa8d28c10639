import { systemClock } from '#contracts';

// npm passes a Ctrl-C on to what it runs, which the terminal has told already: two signals from one keypress.
const oneKeypress = 300;

/** A terminal that is closed is a request to end as well. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit code of what Ctrl-C ended. */
export const interrupted = 130;

/**
 * Waits for Ctrl-C or a request to end. Whoever asks a second time ends the process at once.
 *
 * @param onSecond says what has to be said before that, and gives the exit code
 */
export function stopRequested(onSecond: () => number = () => interrupted): Promise<void> {
  return new Promise(resolve => {
    let first: number | undefined;
    const hear = () => {
      if (first !== undefined && systemClock.now() - first > oneKeypress) process.exit(onSecond());
      first ??= systemClock.now();
      resolve();
    };
    for (const signal of signals) process.on(signal, hear);
  });
}
