import { instantText } from './errors.ts';
import type { Position } from './position.ts';
import type { Sleepers } from './sleepers.ts';
import type { DueEvents, Fired } from './types.ts';

/** Moves a position ahead and lets everything happen at its instant. */
export type Stepper = ReturnType<typeof createStepper>;

/**
 * A stepper over sleepers and events. Instants are ms since 1970.
 *
 * `to` throws an Error when something that happens on the way moves the clock itself, or when an event is still due after
 * it was fired. What events throw passes through, and the position then stays where it happened.
 *
 * @example createStepper({ position, sleepers, events }).to(position.now() + 60_000) // what came due within a minute
 */
export function createStepper(on: { position: Position; sleepers: Sleepers; events: DueEvents }) {
  const { position, sleepers, events } = on;
  let running = false;
  const nextEventAt = (): number => events.nextAt() ?? Number.POSITIVE_INFINITY;
  const nextAt = (): number => Math.min(nextEventAt(), sleepers.nextAt());

  function fireAt(instant: number): Fired[] {
    const fired = events.fire(instant);
    if (fired.length === 0 && nextEventAt() <= instant) {
      throw new Error(`What is due at ${instantText(instant)} is still due after it was fired`);
    }
    return fired;
  }

  function to(target: number): Fired[] {
    if (running)
      throw new Error('The clock was moved by something that happens while it moves; move it afterwards');
    const fired: Fired[] = [];
    let at = position.now();
    running = true;
    try {
      for (let next = nextAt(); next <= target; next = nextAt()) {
        at = Math.max(at, next);
        position.pin(next);
        // Events first: a sleeper that wakes at an instant finds done what was due at it.
        if (nextEventAt() <= next) for (const one of fireAt(next)) fired.push(one);
        else sleepers.wakeNext();
      }
      at = Math.max(at, target);
    } finally {
      running = false;
      position.unpin();
      position.moveTo(at);
    }
    return fired;
  }

  return {
    /** True while something that came due is happening. */
    get running() {
      return running;
    },
    /** The next instant at which anything happens; Infinity when nothing will. */
    nextAt,
    nextEventAt,
    /** Moves to an instant, or to the present if that is later. */
    to,
  };
}
