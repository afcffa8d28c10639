import { createHeap } from '../heap.ts';
import type { Wait } from './types.ts';

interface Sleeper {
  due: number;
  order: number;
  who: string;
  wake(): void;
  fail(reason: unknown): void;
}

/** All who wait on a clock, earliest first and in the order they came where two are due together. */
export interface Sleepers {
  readonly size: number;
  /** When the next one is due; Infinity when none is, or all wait for ever. */
  nextAt(): number;
  /** Waits until `due`; aborting rejects with the signal's reason and leaves nothing behind. */
  add(sleep: { due: number; who: string; signal: AbortSignal | undefined; onAbort(): void }): Promise<void>;
  wakeNext(): void;
  failAll(reason: unknown): void;
  waits(): Wait[];
}

/**
 * Nobody sleeps yet. Instants are ms since 1970. What `add` returns rejects with the reason of its signal or of failAll().
 *
 * @example
 * const sleepers = createSleepers();
 * const slept = sleepers.add({ due: 1_000, who: 'poll', signal: undefined, onAbort: () => {} });
 * sleepers.wakeNext(); // slept resolves
 */
export function createSleepers(): Sleepers {
  const heap = createHeap<Sleeper>((a, b) => (a.due === b.due ? a.order - b.order : a.due - b.due));
  let count = 0;

  function add({ due, who, signal, onAbort }: Parameters<Sleepers['add']>[0]): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        heap.remove(sleeper);
        reject(signal?.reason);
        onAbort();
      };
      const leave = () => signal?.removeEventListener('abort', abort);
      const sleeper: Sleeper = {
        due,
        order: count++,
        who,
        wake() {
          leave();
          resolve();
        },
        fail(reason) {
          leave();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      heap.push(sleeper);
    });
  }

  return {
    get size() {
      return heap.size;
    },
    nextAt: () => heap.peek()?.due ?? Number.POSITIVE_INFINITY,
    add,
    wakeNext: () => heap.pop()?.wake(),
    failAll(reason) {
      for (let next = heap.pop(); next; next = heap.pop()) next.fail(reason);
    },
    waits: () => heap.inOrder().map(({ due, who }) => ({ at: Number.isFinite(due) ? due : null, who })),
  };
}
