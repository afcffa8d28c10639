import { orAborted } from '../or-aborted.ts';
import type { Context } from './context.ts';

/** Does one thing at a time for a key: who comes later waits until all before it have ended, however they did. */
export async function inTurn<T>(
  key: string,
  run: () => Promise<T>,
  { locks, signal }: Pick<Context, 'locks' | 'signal'>,
): Promise<T> {
  const before = locks.get(key) ?? Promise.resolve();
  // What is waited for is the end of all before, also where this one gives up.
  const own = orAborted(before, signal).then(run);
  const end = Promise.allSettled([before, own]).then(() => {
    if (locks.get(key) === end) locks.delete(key);
  });
  locks.set(key, end);
  return own;
}
