import { advance } from './advance.ts';
import type { Course } from './course.ts';
import type { Pace } from './pace.ts';
import type { Advance, Advanced, Fired, VirtualClock } from './types.ts';
import type { Walk } from './walk.ts';

interface Works {
  pace: Pace;
  course: Course;
  walk: Walk;
  /** To be called when the clock jumped or changed its speed. */
  moved(): void;
}

type Moves = Pick<VirtualClock, 'settle' | 'advance' | 'jumpTo' | 'setMode' | 'firstRequest'>;

/** All that makes a clock go on other than the passing of time. */
export function moves({ pace, course, walk, moved }: Works): Moves {
  function settle(): Fired[] {
    if (walk.underWay || walk.nextAt() > course.now()) return [];
    return walk.to(course.now());
  }
  function change(apply: () => void): void {
    apply();
    course.setSpeed(pace.present);
    moved();
  }
  function move(how: Advance): Advanced {
    try {
      return advance(how, { course, walk });
    } finally {
      moved();
    }
  }
  return {
    settle,
    advance: move,
    jumpTo: instant => (instant > course.now() ? move({ to: instant }).fired : []),
    setMode(to) {
      change(() => pace.change(to));
      return settle();
    },
    firstRequest() {
      if (pace.awaitsFirstRequest) change(pace.begin);
    },
  };
}
