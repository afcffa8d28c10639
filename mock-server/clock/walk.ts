import type { Course } from './course.ts';
import { instantText } from './errors.ts';
import type { Sleepers } from './sleepers.ts';
import type { DueEvents, Fired } from './types.ts';

/** Goes along the course and lets everything happen at its instant. */
export interface Walk {
  /** True while something that came due is happening. */
  readonly underWay: boolean;
  /** The next instant at which anything happens; Infinity when nothing will. */
  nextAt(): number;
  nextEventAt(): number;
  /** Walks to an instant, or to where the present is if that is later. */
  to(target: number): Fired[];
}

/**
 * A walk along a course, past sleepers and events. Instants are ms since 1970.
 *
 * `to` throws an Error when what happens on the way moves the clock itself, or when an event is still due after it was
 * fired; what events throw passes through, and the course then stands where it happened.
 *
 * @example createWalk({ course, sleepers, events }).to(course.now() + 60_000) // what came due within a minute
 */
export function createWalk(on: { course: Course; sleepers: Sleepers; events: DueEvents }): Walk {
  const { course, sleepers, events } = on;
  let underWay = false;
  const nextEventAt = () => events.nextAt() ?? Number.POSITIVE_INFINITY;
  const nextAt = () => Math.min(nextEventAt(), sleepers.nextAt());

  function fireAt(instant: number): Fired[] {
    const fired = events.fire(instant);
    if (fired.length === 0 && nextEventAt() <= instant) {
      throw new Error(`What is due at ${instantText(instant)} is still due after it was fired`);
    }
    return fired;
  }

  function to(target: number): Fired[] {
    if (underWay)
      throw new Error('The clock was moved by something that happens while it moves; move it afterwards');
    const fired: Fired[] = [];
    let at = course.now();
    underWay = true;
    try {
      for (let next = nextAt(); next <= target; next = nextAt()) {
        at = Math.max(at, next);
        course.pin(next);
        // Events first: whoever wakes at an instant finds done what was due at it.
        if (nextEventAt() <= next) for (const one of fireAt(next)) fired.push(one);
        else sleepers.wakeNext();
      }
      at = Math.max(at, target);
    } finally {
      underWay = false;
      course.unpin();
      course.moveTo(at);
    }
    return fired;
  }

  return {
    get underWay() {
      return underWay;
    },
    nextAt,
    nextEventAt,
    to,
  };
}
