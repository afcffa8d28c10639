import { systemClock } from '#contracts';

/** Milliseconds. Terminal and npm both forward one Ctrl-C, so two signals within this time count as one. */
const sameKeypress = 300;

/** The exit code after Ctrl-C. */
export const interrupted = 130;

type Listener = (signal: NodeJS.Signals) => void;

/** Listens for SIGINT, SIGTERM and SIGHUP until this process ends. */
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
 * Waits for the first signal. A second signal ends the process at once.
 *
 * @param onSecond prints the last messages, and returns the exit code
 */
export const stopRequested = (onSecond: () => number = () => interrupted): Promise<void> =>
  new Promise(resolve => onStopSignals({ first: () => resolve(), again: () => process.exit(onSecond()) }));
