import { latestInstant } from './errors.ts';
import type { MachineClock } from './machine.ts';

/** Where a clock stands and how fast it moves; knows neither sleepers nor events. */
export interface Course {
  /** The instant shown, in whole ms. */
  now(): number;
  /** The same with its fraction, which timers are set from. */
  exact(): number;
  /** Shows `instant` until unpinned: what happens at an instant sees that instant, even when it happens late. */
  pin(instant: number): void;
  unpin(): void;
  /** Jumps ahead; of no effect for an instant that is past. */
  moveTo(instant: number): void;
  /** Goes on from here at another speed, in virtual ms per real ms. */
  setSpeed(speed: number): void;
}

/** A course that starts at an instant. It is measured from the machine's monotonic time, so it cannot go back. */
export function createCourse(options: { machine: MachineClock; start: number; speed: number }): Course {
  const { machine } = options;
  let speed = options.speed;
  let from = options.start;
  let since = machine.monotonic();
  let pinned: number | undefined;

  const exact = () =>
    speed === 0 ? from : Math.min(latestInstant, from + (machine.monotonic() - since) * speed);
  const startFrom = (instant: number) => {
    from = instant;
    since = machine.monotonic();
  };
  return {
    now: () => pinned ?? Math.floor(exact()),
    exact,
    pin(instant) {
      pinned = instant;
    },
    unpin() {
      pinned = undefined;
    },
    moveTo(instant) {
      if (instant > exact()) startFrom(instant);
    },
    setSpeed(next) {
      startFrom(exact());
      speed = next;
    },
  };
}
