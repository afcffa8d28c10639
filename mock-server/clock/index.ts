import { ClockStalledError, latestInstant } from './errors.ts';
import { createSlicedSteps } from './in-slices.ts';
import { LongSteps } from './long-step.ts';
import { hostMachine, type MachineClock } from './machine.ts';
import { Present } from './present.ts';
import { Sleepers } from './sleepers.ts';
import { Stepper } from './stepper.ts';
import { Alarm, createQuietWatch, Holds } from './triggers.ts';
import type {
  Advance,
  Advanced,
  ClockAnchor,
  ClockState,
  VirtualClock,
  VirtualClockOptions,
  Waiting,
} from './types.ts';

export { ClockRequestError, ClockStalledError } from './errors.ts';
export { hostMachine, type MachineClock } from './machine.ts';
export { createSharedTime, type SharedClock, type SharedTime } from './shared-time.ts';
export { nextTurn, runAtOnce, runInSlices, Slice, streamTexts } from './slices.ts';
export type {
  Advance,
  Advanced,
  ClockAnchor,
  ClockMode,
  ClockState,
  DueEvents,
  Fired,
  NewClock,
  VirtualClock,
  VirtualClockOptions,
  Wait,
} from './types.ts';

/**
 * Creates the clock of a sandbox.
 *
 * @throws ClockRequestError for a start that is not an instant, or for mode `scaled` without a usable scale
 * @example
 * const clock = createVirtualClock({ mode: 'manual', start: Date.UTC(2026, 0, 1), events });
 * clock.advance({ by: 1_800_000 }); // half an hour later, after all events due in this time
 */
export function createVirtualClock(options: VirtualClockOptions): VirtualClock {
  const machine = options.machine ?? hostMachine;
  const present = new Present(options, machine);
  const sleepers = new Sleepers();
  const stepper = new Stepper(present, sleepers, options.events);
  const parts = { machine, present, sleepers, stepper, betweenSlices: options.betweenSlices };
  const { holds, exchanges, update, reset, steps } = createDriver(parts);
  const inSlices = createSlicedSteps({ stepper, steps, reset });

  function advance(how: Advance): Advanced {
    steps.finish();
    try {
      return stepper.advance(how);
    } finally {
      reset();
    }
  }

  return {
    get mode() {
      return present.mode;
    },
    get scale() {
      return present.scale;
    },
    get speed() {
      return present.speed;
    },
    now: () => present.now(),
    ...createWaits({ present, sleepers, steps, update }),
    settle: () => inSlices.settle(),
    advance,
    advanceInSlices: inSlices.advance,
    settleInSlices: inSlices.begin,
    stepEnded: () => steps.ended,
    interrupt: explain => steps.interrupt(explain),
    jumpTo: instant => (instant > present.now() ? advance({ to: instant }).fired : []),
    setMode(change) {
      steps.finish();
      present.setMode(change);
      reset();
      return stepper.settle();
    },
    firstRequest() {
      if (!present.awaitsFirstRequest) return;
      present.begin();
      reset();
    },
    hold: who => holds.take(who),
    holds: () => holds.names(),
    exchangeOpened: () => exchanges.take('an exchange'),
    waits: () => sleepers.waits(),
    isBusy: () => holds.open || exchanges.open,
    nextWake: () => sleepers.nextAt(),
    dump: () => present.dump(),
    anchor: () => present.anchor(),
  };
}

/** Returns the present instant of a clock that is only a state, in ms since 1970. */
export const instantOf = (
  state: ClockState,
  anchor: ClockAnchor,
  machine: MachineClock = hostMachine,
): number => new Present({ state, anchor }, machine).now();

/** Returns the instant, or infinity for an instant after the last date. */
const reachable = (instant: number): number => (instant > latestInstant ? Number.POSITIVE_INFINITY : instant);

const waitsForNaN = (who: string): RangeError =>
  new RangeError(`sleep: ${who} waits for NaN; give a number of milliseconds`);

interface Parts extends Pick<VirtualClockOptions, 'betweenSlices'> {
  machine: MachineClock;
  present: Present;
  sleepers: Sleepers;
  stepper: Stepper;
}

/** Creates the functions that wait on a clock. */
function createWaits({
  present,
  sleepers,
  steps,
  update,
}: WaitParts): Pick<VirtualClock, 'sleep' | 'wakeAfter'> {
  function wakeAfter(ms: number, { signal, who = 'a caller without a name', ...up }: Waiting): void {
    const due = reachable(present.now() + Math.ceil(ms));
    if (signal?.aborted) up.fail(signal.reason);
    else if (Number.isNaN(ms)) up.fail(waitsForNaN(who));
    else if (ms > 0) sleepers.add({ due, who, signal, onAbort: update }, up);
    else up.wake();
    update();
  }
  function sleep(ms: number, signal?: AbortSignal, who?: string): Promise<void> {
    return new Promise((resolve, fail) => {
      const wake = () => steps.afterStep(resolve); // code after `sleep` sees a long step as one step
      wakeAfter(ms, { signal, who, wake, fail });
    });
  }
  return { sleep, wakeAfter };
}

interface WaitParts extends Pick<Parts, 'present' | 'sleepers'> {
  readonly steps: LongSteps;
  update(): void;
}

/** Creates the driver of a clock. The driver moves the clock when a sleeper is due, or when an `auto` clock can jump. */
function createDriver({ machine, present, sleepers, stepper, betweenSlices }: Parts) {
  function update(): void {
    alarm.set(sleepers.nextAt());
    reportActivity();
  }
  /** Sets the alarm again after a jump or a change of speed. */
  function reset(): void {
    alarm.clear();
    update();
  }
  /**
   * Moves the clock in a callback of a timer. No caller can catch an error in such a callback, so every sleeper gets
   * the error.
   */
  function stepAlone(step: () => unknown): void {
    const fail = (error: unknown) => sleepers.failAll(error);
    try {
      const stepping = step();
      if (stepping instanceof Promise) stepping.catch(fail);
    } catch (error) {
      fail(error);
    }
    update();
  }
  /** Wakes the due sleepers. During a long step, the step wakes them, and sets the alarm again at its end. */
  function ring(): void {
    if (steps.ended) return;
    stepAlone(() => steps.run(mustWait => stepper.advanceAll([], mustWait)));
  }
  function jump(): void {
    const next = stepper.nextAt();
    if (Number.isFinite(next)) stepAlone(() => stepper.to(next));
    else sleepers.failAll(new ClockStalledError(present.now(), sleepers.waits()));
  }

  const holds = new Holds(update);
  const exchanges = new Holds(update);
  /** Keeps an `auto` clock from jumping, and the sandbox in memory, until a long step has ended. */
  function hold(): () => void {
    const release = exchanges.take('an advance of the clock');
    return () => {
      release();
      reset();
    };
  }
  const steps = new LongSteps({ hold, betweenSlices });
  const alarm = new Alarm({ machine, present, ring });
  const reportActivity = createQuietWatch({
    machine,
    canBeQuiet: () => present.mode === 'auto' && sleepers.size > 0 && !holds.open && !exchanges.open,
    onQuiet: jump,
  });
  return { holds, exchanges, update, reset, steps };
}
