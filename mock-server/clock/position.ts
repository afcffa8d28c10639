import { latestInstant } from './errors.ts';
import type { MachineClock } from './machine.ts';

/** Where a clock stands and how fast it moves; knows neither sleepers nor events. */
export type Position = ReturnType<typeof createPosition>;

/** A position that starts at an instant. It is measured from the machine's monotonic time, so it cannot go back. */
export function createPosition(options: { machine: MachineClock; start: number; speed: number }) {
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
    /** The instant shown, in whole ms. */
    now: (): number => pinned ?? Math.floor(exact()),
    /** The same with its fraction, which timers are set from. */
    exact,
    /** Shows `instant` until unpinned: what happens at an instant sees that instant, even when it happens late. */
    pin(instant: number): void {
      pinned = instant;
    },
    unpin(): void {
      pinned = undefined;
    },
    /** Jumps ahead; of no effect for an instant that is past. */
    moveTo(instant: number): void {
      if (instant > exact()) startFrom(instant);
    },
    /** Continues from here at another speed, in virtual ms per real ms. */
    setSpeed(next: number): void {
      startFrom(exact());
      speed = next;
    },
  };
}
