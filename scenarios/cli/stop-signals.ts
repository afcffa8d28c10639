import { systemClock } from '#contracts';

/** npm passes on a Ctrl-C that the terminal has sent to its child already: within so many milliseconds two signals are one. */
const sameKeypress = 300;

/** Exit code after Ctrl-C. */
export const interrupted = 130;

type Listener = (signal: NodeJS.Signals) => void;

/** Listens for Ctrl-C, a request to end, or the end of the terminal, for the life of this process. */
export function onStopSignals({
  first,
  again,
}: {
  readonly first: Listener;
  readonly again: Listener;
}): void {
  let since: number | undefined;
  const listener = (signal: NodeJS.Signals) => {
    if (since === undefined) first(signal);
    else if (systemClock.now() - since > sameKeypress) again(signal);
    since ??= systemClock.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, listener);
}

/**
 * Waits for the first signal. A second one ends the process at once.
 *
 * @param onSecond prints the last messages, and returns the exit code
 */
export const stopRequested = (onSecond: () => number = () => interrupted): Promise<void> =>
  new Promise(resolve => onStopSignals({ first: () => resolve(), again: () => process.exit(onSecond()) }));
