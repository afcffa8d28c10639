import type { VirtualClock } from '../clock/index.ts';

/** Keeps a clock's due events happening while someone watches and nobody calls. */
export interface Ticks {
  /** To be called when the clock got another mode. */
  clockChanged(): void;
  stop(): void;
}

const realSecond = 1_000;

/**
 * Settles a clock about every real second for as long as it runs by itself. It sleeps on that clock, but never on one
 * that stands: on a manual one it would show as a waiter, and an auto one it would drive.
 *
 * @example const ticks = createTicks(sandbox.clock); // … ticks.stop()
 */
export function createTicks(clock: VirtualClock): Ticks {
  let waiting: AbortController | undefined;

  function tick(): void {
    if (clock.speed === 0) return;
    const mine = new AbortController();
    waiting = mine;
    clock.sleep(realSecond * clock.speed, mine.signal, 'a reader of events').then(
      () => {
        clock.settle();
        if (waiting === mine) tick();
      },
      () => {}, // aborted, or the clock failed: then the next call to the sandbox tells
    );
  }

  function stop(): void {
    const mine = waiting;
    waiting = undefined;
    mine?.abort();
  }

  tick();
  return {
    stop,
    clockChanged() {
      stop();
      tick();
    },
  };
}
