import type { MachineClock } from './machine.ts';

// When an auto clock may jump: no holder is left, and the event loop has made a whole turn without work.

/**
 * Holds that keep a clock from jumping; none is open yet.
 *
 * @param onChange called whenever a hold is taken or released
 * @example
 * const holds = createHolds(() => {});
 * const release = holds.take('a file is being read');
 * release(); // holds.open is false again
 */
export function createHolds(onChange: () => void) {
  const taken = new Set<{ who: string }>();

  return {
    get open() {
      return taken.size > 0;
    },
    /** Opens a hold; what it returns closes it, once however often it is called. */
    take(who: string): () => void {
      const hold = { who };
      taken.add(hold);
      onChange();
      return () => {
        if (taken.delete(hold)) onChange();
      };
    },
    names: (): string[] => [...taken].map(({ who }) => who),
  };
}

/**
 * Calls `onQuiet` once a whole turn of the event loop has passed without a disturbance. The first callback only marks
 * where a turn begins: the one in which it was requested was running already.
 */
export function createQuietWatch(on: {
  machine: MachineClock;
  canBeQuiet: () => boolean;
  onQuiet: () => void;
}) {
  let disturbances = 0;
  let watching = false;

  function watch(seen: number, turnBegan: boolean): void {
    on.machine.afterMacrotask(() => {
      if (!on.canBeQuiet()) {
        watching = false;
      } else if (seen !== disturbances) {
        watch(disturbances, true);
      } else if (!turnBegan) {
        watch(seen, true);
      } else {
        watching = false;
        on.onQuiet();
      }
    });
  }

  return {
    /** Something was done: the wait for quiet starts anew. */
    disturb(): void {
      disturbances += 1;
      if (watching || !on.canBeQuiet()) return;
      watching = true;
      watch(disturbances, false);
    },
  };
}
