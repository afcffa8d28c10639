import type { Clock } from '#contracts';
import { ClockStalledError, latestInstant } from './errors.ts';
import { hostMachine, type MachineClock } from './machine.ts';
import { Present } from './present.ts';
import { Sleepers } from './sleepers.ts';
import { Stepper } from './stepper.ts';
import type {
  Advance,
  Advanced,
  ClockAnchor,
  ClockMode,
  ClockStart,
  ClockState,
  DueEvents,
  Fired,
  Turns,
  Wait,
  Waiting,
} from './types.ts';

type VirtualClockOptions = ClockStart & {
  events: DueEvents;
  machine?: MachineClock | undefined;
  /** Without the turns of a durable store, each change is final. */
  turns?: Turns | undefined;
};

const longestTimer = 2 ** 31 - 1;

/** The clock of one sandbox never goes back. Events happen and sleepers wake in the order of their instants. */
export class VirtualClock implements Clock {
  readonly #machine: MachineClock;
  readonly #turns: Turns | undefined;
  readonly #present: Present;
  readonly #sleepers: Sleepers;
  readonly #stepper: Stepper;
  readonly #holds = new Set<{ readonly who: string }>();
  readonly #exchanges = new Set<object>();
  #alarm: { readonly due: number; readonly cancel: () => void } | undefined;
  #activities = 0;
  #isWatching = false;

  /** @throws ClockRequestError for an unusable start or scale */
  constructor(options: VirtualClockOptions) {
    this.#machine = options.machine ?? hostMachine;
    this.#turns = options.turns;
    this.#present = new Present(options, this.#machine);
    this.#sleepers = new Sleepers(options.turns);
    this.#stepper = new Stepper(this.#present, this.#sleepers, options.events);
  }

  get mode(): ClockMode {
    return this.#present.mode;
  }

  /** Virtual ms per real ms in mode `scaled`; otherwise 1. */
  get scale(): number {
    return this.#present.scale;
  }

  /** Virtual ms per real ms: the scale, 1, or 0 if only jumps move the clock. */
  get speed(): number {
    return this.#present.speed;
  }

  // Arrow functions, because programs pass them on without the clock.

  readonly now = (): number => this.#present.now();

  readonly sleep = (ms: number, signal?: AbortSignal, who?: string): Promise<void> =>
    new Promise((wake, fail) => this.wakeAfter(ms, { signal, who, wake, fail }));

  /** Like `sleep`, but the callback runs at its own instant, also in a longer advance. It must not move the clock. @internal */
  readonly wakeAfter = (ms: number, waiting: Waiting): void => {
    const { signal, who = 'a caller without a name', wake, fail } = waiting;
    const due = this.#present.now() + Math.ceil(ms);
    if (signal?.aborted) fail(signal.reason);
    else if (Number.isNaN(ms))
      fail(new RangeError(`sleep: ${who} waits for NaN; give a number of milliseconds`));
    else if (ms > 0)
      this.#sleepers.add(
        due > latestInstant ? Number.POSITIVE_INFINITY : due,
        { ...waiting, who },
        this.#update,
      );
    else wake();
    this.#update();
  };

  /** Applies the events and wakes the sleepers that are due. Every request calls it, so it is fast when nothing is due. */
  readonly settle = (): Fired[] => this.#stepper.settle();

  /**
   * Moves forward at once, in any mode. All events and sleepers on the way have their turn.
   *
   * @throws ClockRequestError for an instant in the past, or for a negative or infinite duration
   * @example clock.advance({ by: parseDuration('PT30M') }).fired
   */
  readonly advance = (how: Advance): Advanced => {
    try {
      return this.#stepper.advance(how);
    } finally {
      this.#reset();
    }
  };

  /** To the instant of the next poll, in mode `per-poll`. Does nothing for an instant in the past. */
  readonly jumpTo = (instant: number): Fired[] =>
    instant > this.#present.now() ? this.advance({ to: instant }).fired : [];

  /**
   * Continues from the present instant; the ends of waits stay.
   *
   * @throws ClockRequestError for mode `scaled` without a usable scale
   */
  readonly setMode = (change: { mode: ClockMode; scale?: number | undefined }): Fired[] => {
    this.#present.setMode(change);
    this.#reset();
    return this.#stepper.settle();
  };

  /** Starts a clock that waits for its first request. */
  readonly firstRequest = (): void => {
    if (!this.#present.awaitsFirstRequest) return;
    this.#present.begin();
    this.#reset();
  };

  /** Keeps an `auto` clock from jumping, until the returned function is called. */
  readonly hold = (who: string): (() => void) => this.#take(this.#holds, { who });

  /** The callers of `hold`. */
  readonly holds = (): string[] => [...this.#holds].map(({ who }) => who);

  /** Like `hold`, while the server computes an answer. Must end before a fault makes the answer wait, or that wait never ends. */
  readonly exchangeOpened = (): (() => void) => this.#take(this.#exchanges, {});

  /** In the order in which they wake. */
  readonly waits = (): Wait[] => this.#sleepers.waits();

  /** Whether an answer is computed, or a caller holds the clock. */
  readonly isBusy = (): boolean => this.#holds.size + this.#exchanges.size > 0;

  /** Ms since 1970; Infinity without a sleeper. */
  readonly nextWake = (): number => this.#sleepers.nextAt();

  /** The waits stay. @internal */
  readonly load = (state: ClockState): void => {
    this.#present.load(state);
    this.#reset();
  };

  /** @internal */
  readonly dump = (): ClockState => this.#present.dump();

  /** For a later clock of this process. @internal */
  readonly anchor = (): ClockAnchor => this.#present.anchor();

  #take<Hold>(taken: Set<Hold>, hold: Hold): () => void {
    taken.add(hold);
    this.#update();
    return () => {
      if (taken.delete(hold)) this.#update();
    };
  }

  /** After a jump or a change of speed, the real time until the next wake is different. */
  #reset(): void {
    this.#clearAlarm();
    this.#update();
  }

  readonly #update = (): void => {
    this.#setAlarm(this.#sleepers.nextAt());
    this.#noteActivity();
  };

  #clearAlarm(): void {
    this.#alarm?.cancel();
    this.#alarm = undefined;
  }

  #setAlarm(due: number): void {
    if (this.#alarm?.due === due) return;
    this.#clearAlarm();
    const { currentSpeed } = this.#present;
    if (currentSpeed === 0 || !Number.isFinite(due)) return;
    // A timer can ring too early, for example after its maximum duration. Then it is set again.
    const wait = Math.ceil((due - this.#present.exact()) / currentSpeed);
    const cancel = this.#machine.timer(Math.min(Math.max(wait, 1), longestTimer), () => {
      this.#alarm = undefined;
      this.#stepAlone(() => this.#stepper.settle());
    });
    this.#alarm = { due, cancel };
  }

  /** No caller can catch an error in a callback of a timer, so every sleeper gets it. */
  #stepAlone(step: () => unknown): void {
    const run = () => {
      try {
        step();
      } catch (error) {
        this.#sleepers.failAll(error);
      }
      this.#update();
    };
    if (this.#turns) this.#turns.alone(run);
    else run();
  }

  /** An `auto` clock jumps after a whole turn of the event loop without an activity, which does not begin with one. */
  #noteActivity(): void {
    this.#activities += 1;
    if (this.#isWatching || !this.#canJump()) return;
    this.#isWatching = true;
    this.#watch(this.#activities, false);
  }

  #watch(seen: number, turnBegan: boolean): void {
    this.#machine.afterMacrotask(() => {
      this.#isWatching = this.#canJump();
      if (!this.#isWatching) return;
      if (seen !== this.#activities) this.#watch(this.#activities, true);
      else if (!turnBegan) this.#watch(seen, true);
      else {
        this.#isWatching = false;
        this.#jump();
      }
    });
  }

  #canJump(): boolean {
    return this.mode === 'auto' && this.#sleepers.size > 0 && !this.isBusy();
  }

  #jump(): void {
    const next = this.#stepper.nextAt();
    if (Number.isFinite(next)) this.#stepAlone(() => this.#stepper.to(next));
    else this.#sleepers.failAll(new ClockStalledError(this.now(), this.waits()));
  }
}
