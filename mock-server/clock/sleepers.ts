import { createHeap } from '../heap.ts';
import type { Wait } from './types.ts';

/** What is called when a wait ends, at the very instant at which it does. */
export interface WakeUp {
  wake(): void;
  /** The wait was aborted, or the clock has nothing left to wait for. */
  fail(reason: unknown): void;
}

interface Sleeper extends WakeUp {
  due: number;
  order: number;
  who: string;
}

/** Until when somebody waits, and what ends it early. */
interface Sleep {
  due: number;
  who: string;
  signal: AbortSignal | undefined;
  onAbort(): void;
}

/** All who wait on a clock, earliest first and in the order they came where two are due together. */
export interface Sleepers {
  readonly size: number;
  /** When the next one is due; Infinity when none is, or all wait for ever. */
  nextAt(): number;
  /** Waits until `due`; aborting fails it with the signal's reason and leaves nothing behind. */
  add(sleep: Sleep, up: WakeUp): void;
  wakeNext(): void;
  failAll(reason: unknown): void;
  waits(): Wait[];
}

/**
 * Nobody sleeps yet. Instants are ms since 1970.
 *
 * @example
 * const sleepers = createSleepers();
 * sleepers.add({ due: 1_000, who: 'poll', signal: undefined, onAbort: () => {} }, { wake: poll, fail: giveUp });
 * sleepers.wakeNext(); // polls
 */
export function createSleepers(): Sleepers {
  const heap = createHeap<Sleeper>((a, b) => (a.due === b.due ? a.order - b.order : a.due - b.due));
  let count = 0;

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
    nextAt: () => heap.peek()?.due ?? Number.POSITIVE_INFINITY,
    add,
    wakeNext: () => heap.pop()?.wake(),
    failAll(reason) {
      for (let next = heap.pop(); next; next = heap.pop()) next.fail(reason);
    },
    waits: () => heap.inOrder().map(({ due, who }) => ({ at: Number.isFinite(due) ? due : null, who })),
  };
}
