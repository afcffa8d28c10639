import { systemClock } from '#contracts';

/** Two signals within this number of milliseconds count as one, because the terminal and npm can both forward one Ctrl-C. */
const sameKeypress = 300;

export const interrupted = 130;

type Listener = (signal: NodeJS.Signals) => void;

export function onStopSignals({ first, again }: Readonly<Record<'first' | 'again', Listener>>): void {
  let since: number | undefined;
  const listener = (signal: NodeJS.Signals) => {
    if (since === undefined) first(signal);
    else if (systemClock.now() - since > sameKeypress) again(signal);
    since ??= systemClock.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, listener);
}

export const stopRequested = (
  onSecond: (signal: NodeJS.Signals) => number = () => interrupted,
): Promise<NodeJS.Signals> =>
  new Promise(resolve => onStopSignals({ first: resolve, again: signal => process.exit(onSecond(signal)) }));
