/** Rejects as soon as the signal is aborted. The work itself goes on. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

export interface Shared<T> {
  readonly outcome: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Runs work once for all concurrent callers with a key. The work is aborted when its last caller is. */
export async function shareInFlight<T>(
  inFlight: Map<string, Shared<T>>,
  { key, run }: { readonly key: string; readonly run: (signal: AbortSignal) => Promise<T> },
  signal: AbortSignal | undefined,
): Promise<T> {
  signal?.throwIfAborted();
  const shared = inFlight.get(key) ?? begin();
  shared.waiting += 1;
  try {
    return await abortable(shared.outcome, signal);
  } finally {
    shared.waiting -= 1;
    if (shared.waiting === 0) {
      if (inFlight.get(key) === shared) inFlight.delete(key);
      shared.controller.abort(signal?.reason);
    }
  }

  function begin(): Shared<T> {
    const controller = new AbortController();
    const begun = { outcome: run(controller.signal), controller, waiting: 0 };
    inFlight.set(key, begun);
    return begun;
  }
}

interface Keyed<T> {
  readonly key: string;
  readonly run: () => Promise<T>;
  readonly signal: AbortSignal | undefined;
}

/** Shares the result of a concurrent caller if `isAnswer` accepts it. */
export async function takeTurnOrShare<T>(
  inFlight: Map<string, Promise<T>>,
  { key, run, signal }: Keyed<T>,
  isAnswer: (result: T) => boolean,
): Promise<T> {
  for (let running = inFlight.get(key); running; running = inFlight.get(key)) {
    const result = await abortable(
      running.catch(() => undefined),
      signal,
    );
    if (result !== undefined && isAnswer(result)) return result;
  }
  const own = run().finally(() => inFlight.delete(key));
  inFlight.set(key, own);
  return own;
}

export async function inTurn<T>(
  locks: Map<string, Promise<void>>,
  { key, run, signal }: Keyed<T>,
): Promise<T> {
  const before = locks.get(key) ?? Promise.resolve();
  const own = abortable(before, signal).then(run);
  // Even if this caller is aborted, later callers must wait for all earlier ones.
  const end = Promise.allSettled([before, own]).then(() => {
    if (locks.get(key) === end) locks.delete(key);
  });
  locks.set(key, end);
  return own;
}
