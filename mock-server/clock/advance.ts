import type { Course } from './course.ts';
import { ClockRequestError, instantText, usableInstant } from './errors.ts';
import type { Advance, Advanced, Fired } from './types.ts';
import type { Walk } from './walk.ts';

/** Carries out one advance. */
export function advance(how: Advance, on: { course: Course; walk: Walk }): Advanced {
  const { course, walk } = on;
  if ('until' in how) return stepUntil(how.until, on);
  if ('by' in how) return { fired: walk.to(course.now() + usableSpan(how.by, course.now())), reached: true };
  if (how.to === 'next-event') {
    const next = walk.nextEventAt();
    return Number.isFinite(next) ? { fired: walk.to(next), reached: true } : { fired: [], reached: false };
  }
  const to = usableInstant('to', how.to);
  const now = course.now();
  if (to >= now) return { fired: walk.to(to), reached: true };
  throw new ClockRequestError(
    { field: 'to', value: how.to },
    `to: ${instantText(to)} is before the clock's present, ${instantText(now)}, and it never goes back; ` +
      'give a later instant, or fork a snapshot taken before it',
  );
}

function usableSpan(by: number, now: number): number {
  if (by >= 0 && Number.isFinite(by)) {
    usableInstant('by', now + by);
    return Math.ceil(by);
  }
  throw new ClockRequestError(
    { field: 'by', value: by },
    `by: ${by} is no span to advance; give milliseconds, zero or more, such as 1800000 for half an hour`,
  );
}

function stepUntil(holds: () => boolean, { walk }: { walk: Walk }): Advanced {
  const fired: Fired[] = [];
  while (!holds()) {
    const next = walk.nextEventAt();
    if (!Number.isFinite(next)) return { fired, reached: false };
    for (const one of walk.to(next)) fired.push(one);
  }
  return { fired, reached: true };
}
