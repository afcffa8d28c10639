import type { Clock } from '#contracts';
import { maxTimer } from '#contracts/util';
import {
  ClockRequestError,
  ClockStalledError,
  instantText,
  latestInstant,
  usableInstant,
  usableScale,
} from './errors.ts';
import { hostMachine, type MachineClock } from './machine.ts';
import { Sleepers } from './sleepers.ts';
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

/** The clock of one sandbox never goes back. Events happen and sleepers wake in the order of their instants. */
export class VirtualClock implements Clock {
  readonly #machine: MachineClock;
  readonly #turns: Turns | undefined;
  readonly #events: DueEvents;
  readonly #sleepers: Sleepers;
  readonly #holds = new Set<{ readonly who: string }>();
  readonly #exchanges = new Set<object>();
  #alarm: { readonly due: number; readonly cancel: () => void } | undefined;
  #activities = 0;
  #isWatching = false;
  #mode: ClockMode;
  #scale: number;
  #awaitsFirstRequest: boolean;
  /** The instant at `#since` on the monotonic clock of the machine, so the clock never goes back. */
  #from: number;
  #since: number;
  /** While an event is applied late, `now` returns its instant. */
  #pinned: number | undefined;
  #isStepping = false;

  /** @throws ClockRequestError for an unusable start or scale */
  constructor(options: VirtualClockOptions) {
    this.#machine = options.machine ?? hostMachine;
    this.#turns = options.turns;
    this.#events = options.events;
    this.#sleepers = new Sleepers(options.turns);
    const { mode, scale } = 'state' in options ? options.state : options;
    this.#mode = mode;
    this.#scale = usableScale(mode, scale);
    if ('state' in options) {
      this.#awaitsFirstRequest = options.state.awaitsFirstRequest;
      this.#from = usableInstant('state.now', options.state.now);
    } else {
      this.#awaitsFirstRequest = options.startOnFirstRequest ?? false;
      this.#from = usableInstant('start', options.start ?? this.#machine.now());
    }
    this.#since = this.#machine.monotonic();
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  /** Virtual ms per real ms in mode `scaled`; otherwise 1. */
  get scale(): number {
    return this.#scale;
  }

  /** Virtual ms per real ms: the scale, 1, or 0 if only jumps move the clock. */
  get speed(): number {
    return this.#mode === 'manual' || this.#mode === 'auto' ? 0 : this.#scale;
  }

  // Arrow functions, because programs pass them on without the clock.

  readonly now = (): number => this.#pinned ?? Math.floor(this.#exact());

  readonly sleep = (ms: number, signal?: AbortSignal, who?: string): Promise<void> =>
    new Promise((wake, fail) => this.wakeAfter(ms, { signal, who, wake, fail }));

  /** Like `sleep`, but the callback runs at its own instant, also in a longer advance. It must not move the clock. @internal */
  readonly wakeAfter = (ms: number, waiting: Waiting): void => {
    const { signal, who = 'a caller without a name', wake, fail } = waiting;
    const due = this.now() + Math.ceil(ms);
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
  readonly settle = (): Fired[] => {
    const now = this.now();
    return this.#isStepping || this.#nextAt() > now ? [] : this.#stepTo(now);
  };

  /**
   * Moves forward at once, in any mode. All events and sleepers on the way have their turn.
   *
   * @throws ClockRequestError for an instant in the past, or for a negative or infinite duration
   * @example clock.advance({ by: parseDuration('PT30M') }).fired
   */
  readonly advance = (how: Advance): Advanced => {
    try {
      return this.#advance(how);
    } finally {
      this.#reset();
    }
  };

  /** To the instant of the next poll, in mode `per-poll`. Does nothing for an instant in the past. */
  readonly jumpTo = (instant: number): Fired[] =>
    instant > this.now() ? this.advance({ to: instant }).fired : [];

  /**
   * Continues from the present instant; the ends of waits stay.
   *
   * @throws ClockRequestError for mode `scaled` without a usable scale
   */
  readonly setMode = (change: { mode: ClockMode; scale?: number | undefined }): Fired[] => {
    const scale = usableScale(change.mode, change.scale);
    this.#startFrom(this.#exact());
    this.#mode = change.mode;
    this.#scale = scale;
    this.#reset();
    return this.settle();
  };

  /** Starts a clock that waits for its first request. */
  readonly firstRequest = (): void => {
    if (!this.#awaitsFirstRequest) return;
    this.#startFrom(this.#exact());
    this.#awaitsFirstRequest = false;
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
  readonly load = ({ mode, scale, now, awaitsFirstRequest }: ClockState): void => {
    this.#mode = mode;
    this.#scale = scale;
    this.#awaitsFirstRequest = awaitsFirstRequest;
    this.#startFrom(now);
    this.#reset();
  };

  /** @internal */
  readonly dump = (): ClockState => ({
    mode: this.#mode,
    scale: this.#scale,
    now: this.now(),
    awaitsFirstRequest: this.#awaitsFirstRequest,
  });

  /** For a later clock of this process. @internal */
  readonly anchor = (): ClockAnchor => ({ from: this.#from, since: this.#since });

  get #currentSpeed(): number {
    return this.#awaitsFirstRequest ? 0 : this.speed;
  }

  /** With fractions, for timers. */
  #exact(): number {
    const passed = (this.#machine.monotonic() - this.#since) * this.#currentSpeed;
    return passed === 0 ? this.#from : Math.min(latestInstant, this.#from + passed);
  }

  #startFrom(instant: number): void {
    this.#from = instant;
    this.#since = this.#machine.monotonic();
  }

  #nextEventAt(): number {
    return this.#events.nextAt() ?? Number.POSITIVE_INFINITY;
  }

  #nextAt(): number {
    return Math.min(this.#nextEventAt(), this.#sleepers.nextAt());
  }

  /**
   * If an event throws, the clock stays at that event. `from`: where a relative step begins. It keeps the real time that passes during
   * it and the fraction of a ms before it; otherwise many steps would set a running clock back.
   */
  #stepTo(target: number, from?: number): Fired[] {
    if (this.#isStepping)
      throw new Error('A callback moved the clock during an advance; move the clock after the advance');
    let at = from ?? this.now();
    const fired: Fired[] = [];
    this.#isStepping = true;
    try {
      for (let next = this.#nextAt(); next <= target; next = this.#nextAt()) {
        at = Math.max(at, next);
        this.#pinned = next;
        // A sleeper that wakes at an instant sees the effects of all its events.
        if (this.#nextEventAt() > next) this.#sleepers.wakeNext();
        else this.#fireAt(next, fired);
      }
      at = Math.max(at, target);
    } finally {
      this.#isStepping = false;
      this.#pinned = undefined;
      if (from !== undefined) this.#from += at - from;
      else if (at > this.#exact()) this.#startFrom(at);
    }
    return fired;
  }

  #advance(how: Advance): Advanced {
    if ('until' in how) return this.#advanceUntil(how.until);
    const now = this.now();
    if ('by' in how) return { fired: this.#stepTo(now + usableSpan(how.by, now), now), reached: true };
    if (how.to === 'next-event') {
      const next = this.#nextEventAt();
      const reached = Number.isFinite(next);
      return { fired: reached ? this.#stepTo(next) : [], reached };
    }
    const to = usableInstant('to', how.to);
    if (to >= now) return { fired: this.#stepTo(to), reached: true };
    throw new ClockRequestError(
      { field: 'to', value: how.to },
      `to: ${instantText(to)} is before the present of the clock, ${instantText(now)}, and a clock never goes back; ` +
        'give a later instant, or fork a snapshot from an earlier instant',
    );
  }

  #advanceUntil(isReached: () => boolean): Advanced {
    const fired: Fired[] = [];
    while (!isReached()) {
      const next = this.#nextEventAt();
      if (!Number.isFinite(next)) return { fired, reached: false };
      for (const event of this.#stepTo(next)) fired.push(event);
    }
    return { fired, reached: true };
  }

  #fireAt(instant: number, fired: Fired[]): void {
    let count = 0;
    for (const event of this.#events.fire(instant)) {
      count += 1;
      if (event) fired.push(event);
    }
    if (count === 0 && this.#nextEventAt() <= instant)
      throw new Error(`An event at ${instantText(instant)} is still due after the clock applied the event`);
  }

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
    const speed = this.#currentSpeed;
    if (speed === 0 || !Number.isFinite(due)) return;
    // A timer can ring too early, for example after its maximum duration. Then it is set again.
    const wait = Math.ceil((due - this.#exact()) / speed);
    const cancel = this.#machine.timer(Math.min(Math.max(wait, 1), maxTimer), () => {
      this.#alarm = undefined;
      this.#stepAlone(this.settle);
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
    const next = this.#nextAt();
    if (Number.isFinite(next)) this.#stepAlone(() => this.#stepTo(next));
    else this.#sleepers.failAll(new ClockStalledError(this.now(), this.waits()));
  }
}

function usableSpan(by: number, now: number): number {
  if (by >= 0 && Number.isFinite(by)) {
    usableInstant('by', now + by);
    return Math.ceil(by);
  }
  throw new ClockRequestError(
    { field: 'by', value: by },
    `by: ${by} is not a duration; give milliseconds, zero or more, such as 1800000 for half an hour`,
  );
}
