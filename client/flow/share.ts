import { orAborted } from '../or-aborted.ts';
import type { Context } from './context.ts';
import type { BookingOutcome } from './outcome.ts';

interface Sharing extends Pick<Context, 'underWay' | 'signal'> {
  /** Whether another caller's outcome answers this one too; any does when absent. */
  readonly takes?: ((outcome: BookingOutcome) => boolean) | undefined;
}

/**
 * Does something about a wanted booking; who asks for the same meanwhile, in this client, shares its outcome, and has a turn of
 * its own when there is none.
 */
export async function share<O extends BookingOutcome | undefined>(
  key: string,
  run: () => Promise<O>,
  { underWay, signal, takes = () => true }: Sharing,
): Promise<O | BookingOutcome> {
  for (let running = underWay.get(key); running; running = underWay.get(key)) {
    // Undefined too where that caller was aborted, or failed without an outcome.
    const outcome = await orAborted(
      running.catch(() => undefined),
      signal,
    );
    if (outcome && takes(outcome)) return outcome;
  }
  const own = run().finally(() => underWay.delete(key));
  underWay.set(key, own);
  return own;
}
