import type { MachineClock } from './machine.ts';
import type { Present } from './present.ts';

// Two triggers move a clock without a call: a timer of the machine, and an event loop that has no more work.

const longestTimer = 2 ** 31 - 1;

/** One machine timer for the earliest sleeper. */
export class Alarm {
  readonly #on: { machine: MachineClock; present: Present; ring: () => void };
  #pending: { due: number; cancel: () => void } | undefined;

  constructor(on: { machine: MachineClock; present: Present; ring: () => void }) {
    this.#on = on;
  }

  /** Cancels the timer. A jump or another speed changes the real time until an instant. */
  clear(): void {
    this.#pending?.cancel();
    this.#pending = undefined;
  }

  /** Sets the timer to `due` (ms since 1970). Sets no timer for Infinity, or while the clock does not run. */
  set(due: number): void {
    if (this.#pending?.due === due) return;
    this.clear();
    const { machine, present, ring } = this.#on;
    if (present.currentSpeed === 0 || !Number.isFinite(due)) return;
    // A timer that rings early, or was cut at the host's longest, finds no sleeper due and is set again.
    const wait = Math.ceil((due - present.exact()) / present.currentSpeed);
    const cancel = machine.timer(Math.min(Math.max(wait, 1), longestTimer), () => {
      this.#pending = undefined;
      ring();
    });
    this.#pending = { due, cancel };
  }
}

/** Holds that keep an `auto` clock from jumping. */
export class Holds {
  readonly #taken = new Set<{ who: string }>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get open(): boolean {
    return this.#taken.size > 0;
  }

  /** Opens a hold, and returns the function that closes it; further calls of that function do nothing. */
  take(who: string): () => void {
    const hold = { who };
    this.#taken.add(hold);
    this.#onChange();
    return () => {
      if (this.#taken.delete(hold)) this.#onChange();
    };
  }

  names(): string[] {
    return [...this.#taken].map(({ who }) => who);
  }
}

/**
 * Creates a function that reports activity. `onQuiet` is called once a whole turn of the event loop has passed without a
 * report. The first callback only marks where a turn begins, because a report arrives in the middle of a turn.
 */
export function createQuietWatch(on: {
  machine: MachineClock;
  canBeQuiet: () => boolean;
  onQuiet: () => void;
}): () => void {
  let reports = 0;
  let watching = false;

  function watch(seen: number, turnBegan: boolean): void {
    on.machine.afterMacrotask(() => {
      watching = on.canBeQuiet();
      if (!watching) return;
      if (seen !== reports) watch(reports, true);
      else if (!turnBegan) watch(seen, true);
      else {
        watching = false;
        on.onQuiet();
      }
    });
  }

  return () => {
    reports += 1;
    if (watching || !on.canBeQuiet()) return;
    watching = true;
    watch(reports, false);
  };
}
