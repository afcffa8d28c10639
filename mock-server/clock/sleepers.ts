import { createHeap } from '../heap.ts';
import type { Wait, WakeUp } from './types.ts';

interface Sleeper extends WakeUp {
  due: number;
  order: number;
  who: string;
}

/** How long a sleeper waits (ms since 1970), and what ends it early. */
interface Sleep {
  due: number;
  who: string;
  signal: AbortSignal | undefined;
  onAbort(): void;
}

/** Everything that waits on a clock: earliest first, and first come first where two are due together. */
export class Sleepers {
  readonly #heap = createHeap<Sleeper>((a, b) => (a.due === b.due ? a.order - b.order : a.due - b.due));
  #count = 0;

  get size(): number {
    return this.#heap.size;
  }

  /** Returns when the next one is due; Infinity when there is none, or all wait for ever. */
  nextAt(): number {
    return this.#heap.peek()?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Waits until `due`; aborting fails it with the signal's reason and leaves nothing behind. */
  add({ due, who, signal, onAbort }: Sleep, { wake, fail }: WakeUp): void {
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
      wake() {
        leave();
        wake();
      },
      fail(reason) {
        leave();
        fail(reason);
      },
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#heap.push(sleeper);
  }

  wakeNext(): void {
    this.#heap.pop()?.wake();
  }

  failAll(reason: unknown): void {
    for (let next = this.#heap.pop(); next; next = this.#heap.pop()) next.fail(reason);
  }

  waits(): Wait[] {
    return this.#heap.inOrder().map(({ due, who }) => ({ at: Number.isFinite(due) ? due : null, who }));
  }
}
