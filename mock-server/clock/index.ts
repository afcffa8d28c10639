import { ClockStalledError, latestInstant } from './errors.ts';
import { hostMachine, type MachineClock } from './machine.ts';
import { Present } from './present.ts';
import { Sleepers } from './sleepers.ts';
import { Stepper } from './stepper.ts';
import { Alarm, createQuietWatch, Holds } from './triggers.ts';
import type { Advance, Advanced, Turns, VirtualClock, VirtualClockOptions, Waiting } from './types.ts';

export { ClockRequestError, ClockStalledError } from './errors.ts';
export * from './machine.ts';
export * from './shared-time.ts';
export type * from './types.ts';

/** @throws ClockRequestError for an unusable start or scale */
export function createVirtualClock(options: VirtualClockOptions): VirtualClock {
  const machine = options.machine ?? hostMachine;
  const present = new Present(options, machine);
  const sleepers = new Sleepers(options.turns);
  const stepper = new Stepper(present, sleepers, options.events);
  const { holds, exchanges, update, reset } = createDriver({
    machine,
    present,
    sleepers,
    stepper,
    turns: options.turns,
  });

  function advance(how: Advance): Advanced {
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
    ...createWaits({ present, sleepers, update }),
    settle: () => stepper.settle(),
    advance,
    jumpTo: instant => (instant > present.now() ? advance({ to: instant }).fired : []),
    setMode(change) {
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
    load(state) {
      present.load(state);
      reset();
    },
    dump: () => present.dump(),
    anchor: () => present.anchor(),
  };
}

const reachable = (instant: number): number => (instant > latestInstant ? Number.POSITIVE_INFINITY : instant);

const waitsForNaN = (who: string): RangeError =>
  new RangeError(`sleep: ${who} waits for NaN; give a number of milliseconds`);

interface Parts {
  machine: MachineClock;
  present: Present;
  sleepers: Sleepers;
  stepper: Stepper;
  turns: Turns | undefined;
}

function createWaits({ present, sleepers, update }: WaitParts): Pick<VirtualClock, 'sleep' | 'wakeAfter'> {
  function wakeAfter(
    ms: number,
    { signal, who = 'a caller without a name', isRepeatable, ...up }: Waiting,
  ): void {
    const due = reachable(present.now() + Math.ceil(ms));
    if (signal?.aborted) up.fail(signal.reason);
    else if (Number.isNaN(ms)) up.fail(waitsForNaN(who));
    else if (ms > 0) sleepers.add({ due, who, signal, isRepeatable, onAbort: update }, up);
    else up.wake();
    update();
  }
  function sleep(ms: number, signal?: AbortSignal, who?: string): Promise<void> {
    return new Promise((wake, fail) => wakeAfter(ms, { signal, who, wake, fail }));
  }
  return { sleep, wakeAfter };
}

interface WaitParts extends Pick<Parts, 'present' | 'sleepers'> {
  update(): void;
}

/** Moves the clock when a sleeper is due, or when an `auto` clock can jump. */
function createDriver({ machine, present, sleepers, stepper, turns }: Parts) {
  function update(): void {
    alarm.set(sleepers.nextAt());
    reportActivity();
  }
  function reset(): void {
    alarm.clear();
    update();
  }
  /** No caller can catch an error in a callback of a timer, so every sleeper gets it. */
  function stepAlone(step: () => unknown): void {
    try {
      step();
    } catch (error) {
      sleepers.failAll(error);
    }
    update();
  }
  const settle = () => stepAlone(() => stepper.settle());
  const ring = () => (turns ? turns.alone(settle) : settle());
  function jump(): void {
    const next = stepper.nextAt();
    const step = () => stepAlone(() => stepper.to(next));
    if (Number.isFinite(next)) turns ? turns.alone(step) : step();
    else sleepers.failAll(new ClockStalledError(present.now(), sleepers.waits()));
  }

  const holds = new Holds(update);
  const exchanges = new Holds(update);
  const alarm = new Alarm({ machine, present, ring });
  const reportActivity = createQuietWatch({
    machine,
    canBeQuiet: () => present.mode === 'auto' && sleepers.size > 0 && !holds.open && !exchanges.open,
    onQuiet: jump,
  });
  return { holds, exchanges, update, reset };
}

export * from './rotating-map.ts';
export * from './seed.ts';
export * from './seed-secrets.ts';
export * from './sorted-list.ts';
