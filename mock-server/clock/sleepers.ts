import { SortedList } from './sorted-list.ts';
import type { Turns, Wait, Waiting, WakeUp } from './types.ts';

interface Sleeper extends WakeUp {
  due: number;
  order: number;
  who: string;
}

/** Equal ends keep their order, also after a turn was taken back. */
export class Sleepers {
  readonly #list = new SortedList<Sleeper>((a, b) => (a.due === b.due ? a.order - b.order : a.due - b.due));
  readonly #turns: Turns | undefined;
  #count = 0;

  constructor(turns?: Turns) {
    this.#turns = turns;
  }

  get size(): number {
    return this.#list.size;
  }

  nextAt(): number {
    return this.#list.first?.due ?? Number.POSITIVE_INFINITY;
  }

  /** `due`: ms since 1970. */
  add(due: number, waiting: Waiting & { who: string }, onAbort: () => void): void {
    const { who, signal, isRepeatable, wake, fail } = waiting;
    const turns = isRepeatable ? this.#turns : undefined;
    const abort = () => {
      this.#list.remove(sleeper);
      sleeper.fail(signal?.reason);
      onAbort();
    };
    const leave = () => signal?.removeEventListener('abort', abort);
    const sleeper: Sleeper = {
      due,
      order: this.#count++,
      who,
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
      this.#list.add(sleeper);
    };
    enter();
    turns?.undo(() => {
      leave();
      this.#list.remove(sleeper);
    });
  }

  wakeNext(): void {
    this.#list.takeFirst()?.wake();
  }

  failAll(reason: unknown): void {
    for (let next = this.#list.takeFirst(); next; next = this.#list.takeFirst()) next.fail(reason);
  }

  waits(): Wait[] {
    return this.#list.all.map(({ due, who }) => ({
      at: Number.isFinite(due) ? due : null,
      who,
    }));
  }
}
