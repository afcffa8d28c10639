import { createHeap } from '../heap.ts';
import type { Wait, WakeUp } from './types.ts';

interface Sleeper extends WakeUp {
  due: number;
  order: number;
  who: string;
}

/** Until when a sleeper waits, and what ends it early. */
interface Sleep {
  due: number;
  who: string;
  signal: AbortSignal | undefined;
  onAbort(): void;
}

/** Everything that waits on a clock, earliest first, and in the order it came where two are due together. */
export type Sleepers = ReturnType<typeof createSleepers>;

/**
 * No sleepers yet. Instants are ms since 1970.
 *
 * @example
 * const sleepers = createSleepers();
 * sleepers.add({ due: 1_000, who: 'poll', signal: undefined, onAbort: () => {} }, { wake: poll, fail: giveUp });
 * sleepers.wakeNext(); // polls
 */
export function createSleepers() {
  const heap = createHeap<Sleeper>((a, b) => (a.due === b.due ? a.order - b.order : a.due - b.due));
  let count = 0;

  /** Waits until `due`; aborting fails it with the signal's reason and leaves nothing behind. */
  function add({ due, who, signal, onAbort }: Sleep, up: WakeUp): void {
    const abort = () => {
      heap.remove(sleeper);
      up.fail(signal?.reason);
      onAbort();
    };
    const leave = () => signal?.removeEventListener('abort', abort);
    const sleeper: Sleeper = {
      due,
      order: count++,
      who,
      wake() {
        leave();
        up.wake();
      },
      fail(reason) {
        leave();
        up.fail(reason);
      },
    };
    signal?.addEventListener('abort', abort, { once: true });
    heap.push(sleeper);
  }

  return {
    get size() {
      return heap.size;
    },
    /** When the next one is due; Infinity when none is, or all wait for ever. */
    nextAt: (): number => heap.peek()?.due ?? Number.POSITIVE_INFINITY,
    add,
    wakeNext: () => heap.pop()?.wake(),
    failAll(reason: unknown): void {
      for (let next = heap.pop(); next; next = heap.pop()) next.fail(reason);
    },
    waits: (): Wait[] =>
      heap.inOrder().map(({ due, who }) => ({ at: Number.isFinite(due) ? due : null, who })),
  };
}
