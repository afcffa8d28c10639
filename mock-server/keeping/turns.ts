import { hostMachine } from '../clock/index.ts';

/** Resolves in a later turn of the event loop, after other calls had their turn. */
export const nextTurn = (): Promise<void> => new Promise(resolve => hostMachine.afterMacrotask(resolve));

/** Runs a generator to its end. */
export function runAtOnce<Result>(work: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
