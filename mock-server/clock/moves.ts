import { ClockRequestError, instantText, usableInstant } from './errors.ts';
import type { Pace } from './pace.ts';
import type { Position } from './position.ts';
import type { Stepper } from './stepper.ts';
import type { Advance, Advanced, Fired, VirtualClock } from './types.ts';

interface Parts {
  pace: Pace;
  position: Position;
  stepper: Stepper;
  /** To be called when the clock jumped or changed its speed. */
  moved(): void;
}

type Moves = Pick<VirtualClock, 'settle' | 'advance' | 'jumpTo' | 'setMode' | 'firstRequest'>;

/** Everything that moves a clock other than the passing of time. */
export function createMoves({ pace, position, stepper, moved }: Parts): Moves {
  function settle(): Fired[] {
    if (stepper.running || stepper.nextAt() > position.now()) return [];
    return stepper.to(position.now());
  }
  function change(apply: () => void): void {
    apply();
    position.setSpeed(pace.present);
    moved();
  }
  function move(how: Advance): Advanced {
    try {
      return advance(how, position, stepper);
    } finally {
      moved();
    }
  }
  return {
    settle,
    advance: move,
    jumpTo: instant => (instant > position.now() ? move({ to: instant }).fired : []),
    setMode(to) {
      change(() => pace.change(to));
      return settle();
    },
    firstRequest() {
      if (pace.awaitsFirstRequest) change(pace.begin);
    },
  };
}

function advance(how: Advance, position: Position, stepper: Stepper): Advanced {
  if ('until' in how) return stepUntil(how.until, stepper);
  const now = position.now();
  if ('by' in how) return { fired: stepper.to(now + usableSpan(how.by, now)), reached: true };
  if (how.to === 'next-event') {
    const next = stepper.nextEventAt();
    return Number.isFinite(next) ? { fired: stepper.to(next), reached: true } : { fired: [], reached: false };
  }
  const to = usableInstant('to', how.to);
  if (to >= now) return { fired: stepper.to(to), reached: true };
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

function stepUntil(isReached: () => boolean, stepper: Stepper): Advanced {
  const fired: Fired[] = [];
  while (!isReached()) {
    const next = stepper.nextEventAt();
    if (!Number.isFinite(next)) return { fired, reached: false };
    for (const one of stepper.to(next)) fired.push(one);
  }
  return { fired, reached: true };
}
