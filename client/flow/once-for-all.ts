import { orAborted } from '../or-aborted.ts';

/** Work that is under way, and how many wait for it. */
export interface Shared<T> {
  readonly outcome: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** What is to be done once for all who want it meanwhile. */
interface Wanted<T> {
  readonly key: string;
  /** Does it; its signal is aborted when nobody waits for it any more. */
  readonly run: (signal: AbortSignal) => Promise<T>;
}

/**
 * Does a thing once for all callers that want the same at the same time: they share what comes of it. A caller whose signal
 * is aborted leaves with the signal's reason, and the work goes on for the others; it is aborted with the last one.
 *
 * @param underWay what is being done now, by what is wanted
 * @example onceForAll(underWay, { key: bookingId, run: signal => cancelOnce(bookingId, signal) }, callersSignal)
 */
export async function onceForAll<T>(
  underWay: Map<string, Shared<T>>,
  { key, run }: Wanted<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  signal?.throwIfAborted();
  const shared = underWay.get(key) ?? begin();
  shared.waiting += 1;
  try {
    return await orAborted(shared.outcome, signal);
  } finally {
    shared.waiting -= 1;
    if (shared.waiting === 0) {
      if (underWay.get(key) === shared) underWay.delete(key);
      shared.controller.abort(signal?.reason);
    }
  }

  function begin(): Shared<T> {
    const controller = new AbortController();
    const made = { outcome: run(controller.signal), controller, waiting: 0 };
    underWay.set(key, made);
    return made;
  }
}
