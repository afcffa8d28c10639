import type { MachineClock } from './machine.ts';
import type { Present } from './present.ts';

const longestTimer = 2 ** 31 - 1;

export class Alarm {
  readonly #on: { machine: MachineClock; present: Present; ring: () => void };
  #pending: { due: number; cancel: () => void } | undefined;

  constructor(on: { machine: MachineClock; present: Present; ring: () => void }) {
    this.#on = on;
  }

  /** After a jump or a change of speed, the real time until `due` is different. */
  clear(): void {
    this.#pending?.cancel();
    this.#pending = undefined;
  }

  /** `due`: ms since 1970. */
  set(due: number): void {
    if (this.#pending?.due === due) return;
    this.clear();
    const { machine, present, ring } = this.#on;
    if (present.currentSpeed === 0 || !Number.isFinite(due)) return;
    // A timer can ring too early, for example after its maximum duration. Then it is set again.
    const wait = Math.ceil((due - present.exact()) / present.currentSpeed);
    const cancel = machine.timer(Math.min(Math.max(wait, 1), longestTimer), () => {
      this.#pending = undefined;
      ring();
    });
    this.#pending = { due, cancel };
  }
}

export class Holds {
  readonly #taken = new Set<{ who: string }>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get open(): boolean {
    return this.#taken.size > 0;
  }

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

/** The returned function reports an activity. `onQuiet` runs after a whole turn without one, which does not begin with an activity. */
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
