import type { MachineClock } from './machine.ts';

/** Tells when nobody does anything any more. */
export interface Stillness {
  /** Something was done: whatever stillness there was starts anew. */
  disturb(): void;
}

/**
 * Calls `onStill` once a whole turn of the event loop has passed without disturbance. The first callback only marks
 * where a turn begins: the one in which it was asked for was under way already.
 */
export function createStillness(on: {
  machine: MachineClock;
  canBeStill: () => boolean;
  onStill: () => void;
}): Stillness {
  let disturbances = 0;
  let watching = false;

  function watch(seen: number, turnBegan: boolean): void {
    on.machine.afterMacrotask(() => {
      if (!on.canBeStill()) {
        watching = false;
      } else if (seen !== disturbances) {
        watch(disturbances, true);
      } else if (!turnBegan) {
        watch(seen, true);
      } else {
        watching = false;
        on.onStill();
      }
    });
  }

  return {
    disturb() {
      disturbances += 1;
      if (watching || !on.canBeStill()) return;
      watching = true;
      watch(disturbances, false);
    },
  };
}
