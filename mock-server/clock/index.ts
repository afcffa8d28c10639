import { createAlarm } from './alarm.ts';
import { ClockStalledError, latestInstant } from './errors.ts';
import { hostMachine } from './machine.ts';
import { createMoves } from './moves.ts';
import { beginning, createPace, type Pace } from './pace.ts';
import { createPosition, type Position } from './position.ts';
import { createHolds, createQuietWatch } from './quiet.ts';
import { createSleepers, type Sleepers } from './sleepers.ts';
import { createStepper } from './stepper.ts';
import type { VirtualClock, VirtualClockOptions, Waiting } from './types.ts';

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
  const position = createPosition({ machine, start: begin.now, speed: pace.present });
  const sleepers = createSleepers();
  const stepper = createStepper({ position, sleepers, events: options.events });

  function update(): void {
    alarm.set(sleepers.nextAt(), pace.present);
    quiet.disturb();
  }
  function moved(): void {
    alarm.clear();
    update();
  }
  /** No caller catches what a callback of the machine throws; the sleepers fail with it instead. */
  function stepAlone(target: number): void {
    try {
      stepper.to(target);
    } catch (error) {
      sleepers.failAll(error);
    }
    update();
  }
  function jump(): void {
    const next = stepper.nextAt();
    if (Number.isFinite(next)) stepAlone(next);
    else sleepers.failAll(new ClockStalledError(position.now(), sleepers.waits()));
  }

  const holds = createHolds(update);
  const exchanges = createHolds(update);
  const alarm = createAlarm({ machine, position, ring: () => stepAlone(position.now()) });
  const quiet = createQuietWatch({
    machine,
    canBeQuiet: () => pace.mode === 'auto' && sleepers.size > 0 && !holds.open && !exchanges.open,
    onQuiet: jump,
  });
  return {
    ...createMoves({ pace, position, stepper, moved }),
    ...reads({ pace, position, sleepers, update }),
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

/** What a clock can be asked, waiting included. */
function reads(parts: { pace: Pace; position: Position; sleepers: Sleepers; update: () => void }): Reads {
  const { pace, position, sleepers, update } = parts;

  function wakeAfter(ms: number, { signal, who = 'someone without a name', ...up }: Waiting): void {
    if (signal?.aborted) {
      up.fail(signal.reason);
      return;
    }
    if (Number.isNaN(ms)) {
      up.fail(new RangeError(`sleep: ${who} asked for NaN milliseconds`));
      return;
    }
    const due = position.now() + Math.ceil(ms);
    const until = due > latestInstant ? Number.POSITIVE_INFINITY : due;
    if (ms > 0) sleepers.add({ due: until, who, signal, onAbort: update }, up);
    else up.wake();
    update();
  }

  return {
    now: position.now,
    sleep: (ms, signal, who) =>
      new Promise((resolve, reject) => wakeAfter(ms, { signal, who, wake: resolve, fail: reject })),
    wakeAfter,
    waits: sleepers.waits,
    dump: () => ({
      mode: pace.mode,
      scale: pace.scale,
      now: position.now(),
      awaitsFirstRequest: pace.awaitsFirstRequest,
    }),
  };
}
