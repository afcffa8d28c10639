/**
 * Returns what a promise gives, unless a signal is aborted first: then it rejects at once with the signal's reason, even if
 * the work ignores the signal.
 *
 * @example await abortable(queue.turn(), AbortSignal.timeout(1_000))
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
