/**
 * Collects changes and applies them together, once per frame of the screen. A hidden page has no frames, so there the changes wait
 * until the page is visible, or until `maxWaiting` changes wait.
 *
 * @example const add = perFrame<Facts>(batch => list.add(batch))
 */
export function perFrame<T>(apply: (batch: readonly T[]) => void): (change: T) => void {
  let waiting: T[] = [];
  let isPlanned = false;
  const flush = () => {
    isPlanned = false;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) apply(batch);
  };
  return change => {
    waiting.push(change);
    if (waiting.length >= maxWaiting) flush();
    else if (!isPlanned) {
      isPlanned = true;
      requestAnimationFrame(flush);
    }
  };
}

const maxWaiting = 2_000;
