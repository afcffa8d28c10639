import { createAlarm } from './alarm.ts';
import { type Course, createCourse } from './course.ts';
import { ClockStalledError, latestInstant } from './errors.ts';
import { createHolds } from './holds.ts';
import { hostMachine } from './machine.ts';
import { moves } from './moves.ts';
import { beginning, createPace, type Pace } from './pace.ts';
import { createSleepers, type Sleepers } from './sleepers.ts';
import { createStillness } from './stillness.ts';
import type { VirtualClock, VirtualClockOptions, Waiting } from './types.ts';
import { createWalk } from './walk.ts';

export { ClockRequestError, ClockStalledError } from './errors.ts';
export { hostMachine, type MachineClock } from './machine.ts';
export type {
  Advance,
  Advanced,
  ClockMode,
  ClockState,
  DueEvents,
  Fired,
  NewClock,
  VirtualClock,
  VirtualClockOptions,
} from './types.ts';

/**
 * A sandbox's clock.
 *
 * @throws ClockRequestError for a start that is no instant, or `scaled` without a usable scale
 * @example
 * const clock = createVirtualClock({ mode: 'manual', start: Date.UTC(2026, 0, 1), events });
 * clock.advance({ by: 1_800_000 }); // half an hour later, everything due in it has happened
 */
export function createVirtualClock(options: VirtualClockOptions): VirtualClock {
  const machine = options.machine ?? hostMachine;
  const begin = beginning(options, machine);
  const pace = createPace(begin);
  const course = createCourse({ machine, start: begin.now, speed: pace.present });
  const sleepers = createSleepers();
  const walk = createWalk({ course, sleepers, events: options.events });

  function stir(): void {
    alarm.set(sleepers.nextAt(), pace.present);
    stillness.disturb();
  }
  function moved(): void {
    alarm.clear();
    stir();
  }
  /** Nobody is there to catch what a callback of the machine throws; those who wait are told instead. */
  function walkAlone(target: number): void {
    try {
      walk.to(target);
    } catch (error) {
      sleepers.failAll(error);
    }
    stir();
  }
  function jump(): void {
    const next = walk.nextAt();
    if (Number.isFinite(next)) walkAlone(next);
    else sleepers.failAll(new ClockStalledError(course.now(), sleepers.waits()));
  }

  const holds = createHolds(stir);
  const exchanges = createHolds(stir);
  const alarm = createAlarm({ machine, course, ring: () => walkAlone(course.now()) });
  const stillness = createStillness({
    machine,
    canBeStill: () => pace.mode === 'auto' && sleepers.size > 0 && !holds.open && !exchanges.open,
    onStill: jump,
  });
  return {
    ...moves({ pace, course, walk, moved }),
    ...reads({ pace, course, sleepers, stir }),
    get mode() {
      return pace.mode;
    },
    get scale() {
      return pace.scale;
    },
    get speed() {
      return pace.speed;
    },
    hold: holds.take,
    holds: holds.names,
    exchangeOpened: () => exchanges.take('an exchange'),
  };
}

type Reads = Pick<VirtualClock, 'now' | 'sleep' | 'wakeAfter' | 'waits' | 'dump'>;

/** All that can be asked of a clock, waiting included. */
function reads(works: { pace: Pace; course: Course; sleepers: Sleepers; stir: () => void }): Reads {
  const { pace, course, sleepers, stir } = works;

  function wakeAfter(ms: number, { signal, who = 'someone without a name', ...up }: Waiting): void {
    if (signal?.aborted) {
      up.fail(signal.reason);
      return;
    }
    if (Number.isNaN(ms)) {
      up.fail(new RangeError(`sleep: ${who} asked for NaN milliseconds`));
      return;
    }
    const due = course.now() + Math.ceil(ms);
    const until = due > latestInstant ? Number.POSITIVE_INFINITY : due;
    if (ms > 0) sleepers.add({ due: until, who, signal, onAbort: stir }, up);
    else up.wake();
    stir();
  }

  return {
    now: course.now,
    sleep: (ms, signal, who) =>
      new Promise((resolve, reject) => wakeAfter(ms, { signal, who, wake: resolve, fail: reject })),
    wakeAfter,
    waits: sleepers.waits,
    dump: () => ({
      mode: pace.mode,
      scale: pace.scale,
      now: course.now(),
      awaitsFirstRequest: pace.awaitsFirstRequest,
    }),
  };
}
