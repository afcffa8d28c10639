import { createHeap, type HeapItem } from '../heap.ts';
import type { Turns, Wait, WakeUp } from './types.ts';

interface Sleeper extends WakeUp, HeapItem {
  due: number;
  order: number;
  who: string;
}

/** `due` is in ms since 1970; the signal can end the wait early. */
interface Sleep {
  due: number;
  who: string;
  signal: AbortSignal | undefined;
  isRepeatable?: boolean | undefined;
  onAbort(): void;
}

/** Sorted by the ends of their waits; equal ends keep their order. */
export class Sleepers {
  readonly #heap = createHeap<Sleeper>((a, b) => (a.due === b.due ? a.order - b.order : a.due - b.due));
  readonly #turns: Turns | undefined;
  #count = 0;

  constructor(turns?: Turns) {
    this.#turns = turns;
  }

  get size(): number {
    return this.#heap.size;
  }

  /** Infinity when no wait ever ends. */
  nextAt(): number {
    return this.#heap.peek()?.due ?? Number.POSITIVE_INFINITY;
  }

  add({ due, who, signal, isRepeatable, onAbort }: Sleep, { wake, fail }: WakeUp): void {
    const turns = isRepeatable ? this.#turns : undefined;
    const abort = () => {
      this.#heap.remove(sleeper);
      sleeper.fail(signal?.reason);
      onAbort();
    };
    const leave = () => signal?.removeEventListener('abort', abort);
    const sleeper: Sleeper = {
      due,
      order: this.#count++,
      who,
      place: 0,
      wake: () => {
        leave();
        turns?.undo(() => enter());
        wake();
      },
      fail(reason) {
        leave();
        fail(reason);
      },
    };
    const enter = () => {
      if (signal?.aborted) {
        fail(signal.reason);
        return;
      }
      signal?.addEventListener('abort', abort, { once: true });
      this.#heap.push(sleeper);
    };
    enter();
    turns?.undo(() => {
      leave();
      this.#heap.remove(sleeper);
    });
  }

  wakeNext(): void {
    this.#heap.pop()?.wake();
  }

  failAll(reason: unknown): void {
    for (let next = this.#heap.pop(); next; next = this.#heap.pop()) next.fail(reason);
  }

  waits(): Wait[] {
    return Array.from(this.#heap.inOrder(), ({ due, who }) => ({
      at: Number.isFinite(due) ? due : null,
      who,
    }));
  }
}
