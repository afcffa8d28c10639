import { ClockRequestError, instantText, usableInstant } from './errors.ts';
import type { Present } from './present.ts';
import type { Sleepers } from './sleepers.ts';
import { runAtOnce } from './slices.ts';
import type { Advance, Advanced, DueEvents, Fired } from './types.ts';

/** Returns whether a step must wait for the next turn of the event loop. A step calls it after each event and each wake-up. */
type MustWait = () => boolean;

const never: MustWait = () => false;

/** The state of a move to an instant. */
interface Run {
  /** The instant up to which a relative move has moved the clock; undefined for an absolute move. */
  from: number | undefined;
  /** The latest instant that the move has reached. */
  at: number;
  /** The instant that the clock shows while an event happens. */
  shown: number;
  readonly fired: Fired[];
  readonly mustWait: MustWait;
}

/** Moves a clock forward. While an event happens or a sleeper wakes, the clock shows the instant of that event or wait. */
export class Stepper {
  readonly #present: Present;
  readonly #sleepers: Sleepers;
  readonly #events: DueEvents;
  #running = false;

  constructor(present: Present, sleepers: Sleepers, events: DueEvents) {
    this.#present = present;
    this.#sleepers = sleepers;
    this.#events = events;
  }

  /** Returns the instant at which the next event happens or the next wait ends; Infinity when neither will happen. */
  nextAt(): number {
    return Math.min(this.#nextEventAt(), this.#sleepers.nextAt());
  }

  /** Whether an event happens or a sleeper wakes now, so that the caller is a callback of a step. */
  get isRunning(): boolean {
    return this.#running;
  }

  /** Returns whether an event or a sleeper is due now. */
  get isDue(): boolean {
    return this.nextAt() <= this.#present.now();
  }

  /** Applies the events and wakes the sleepers that are due now. */
  settle(): Fired[] {
    return this.#running || !this.isDue ? [] : this.to(this.#present.now());
  }

  /**
   * Moves the clock to an instant, or to the present if the present is later. Throws an Error when an event on the way
   * moves the clock, or is still due after it was applied. If an event throws an error, the caller gets this error, and
   * the clock stays at the instant of that event.
   */
  to = (target: number): Fired[] => runAtOnce(this.stepsTo(target, never));

  /** Moves the clock by a duration, to an instant, to the next event, or event by event until a condition is true. */
  advance = (how: Advance): Advanced => runAtOnce(this.#stepsOf(how, never));

  /**
   * Applies the events that are due now, and then makes the advances. Yields whenever `mustWait` returns true.
   *
   * @returns the events of all advances, and whether the last advance has reached its target
   */
  *advanceAll(advances: readonly Advance[], mustWait: MustWait): Generator<void, Advanced> {
    let all: Advanced = {
      fired: this.isDue ? yield* this.stepsTo(this.#present.now(), mustWait) : [],
      reached: true,
    };
    for (const how of advances) {
      const { fired, reached } = yield* this.#stepsOf(how, mustWait);
      all = { fired: all.fired.length === 0 ? fired : all.fired.concat(fired), reached };
    }
    return all;
  }

  /**
   * Moves the clock like `to`. Yields whenever `mustWait` returns true. At a yield, the clock is as if the advance had ended at the
   * last event. The caller must not move the clock before it resumes or ends the generator.
   *
   * @param from the instant at which a relative step begins. Such a step keeps the real time that passes during the step, and the
   *   fraction of a ms before it. Without this, each of many steps would set a running clock back by a part of a ms.
   */
  *stepsTo(target: number, mustWait: MustWait, from?: number): Generator<void, Fired[]> {
    if (this.#running)
      throw new Error('A callback moved the clock during an advance; move the clock after the advance');
    const now = from ?? this.#present.now();
    const run: Run = { from, at: now, shown: now, fired: [], mustWait };
    this.#running = true;
    try {
      for (let next = this.nextAt(); next <= target; next = this.nextAt()) {
        run.at = Math.max(run.at, next);
        run.shown = next;
        this.#present.pin(next);
        // Events come first, so a sleeper that wakes at an instant sees the effects of all events of that instant.
        if (this.#nextEventAt() > next) {
          this.#sleepers.wakeNext();
          if (mustWait()) yield* this.#pause(run);
        } else yield* this.#fireAt(next, run);
      }
      run.at = Math.max(run.at, target);
    } finally {
      this.#rest(run);
    }
    return run.fired;
  }

  #nextEventAt(): number {
    return this.#events.nextAt() ?? Number.POSITIVE_INFINITY;
  }

  *#fireAt(instant: number, run: Run): Generator<void, void> {
    let count = 0;
    for (const event of this.#events.fire(instant)) {
      count += 1;
      if (event) run.fired.push(event);
      if (run.mustWait()) yield* this.#pause(run);
    }
    if (count === 0 && this.#nextEventAt() <= instant)
      throw new Error(`An event at ${instantText(instant)} is still due after the clock applied the event`);
  }

  /** Lets other calls run. They see the clock at the last event. */
  *#pause(run: Run): Generator<void, void> {
    this.#rest(run);
    yield;
    this.#running = true;
    this.#present.pin(run.shown);
  }

  /** Moves the clock to the last event of a step, and ends the step or its slice. */
  #rest(run: Run): void {
    this.#running = false;
    this.#present.pin(undefined);
    if (run.from === undefined) this.#present.moveTo(run.at);
    else {
      this.#present.moveBy(run.at - run.from);
      run.from = run.at;
    }
  }

  *#stepsOf(how: Advance, mustWait: MustWait): Generator<void, Advanced> {
    if ('until' in how) return yield* this.#stepUntil(how.until, mustWait);
    const now = this.#present.now();
    if ('by' in how) {
      const target = now + usableSpan(how.by, now);
      return { fired: yield* this.stepsTo(target, mustWait, now), reached: true };
    }
    if (how.to === 'next-event') {
      const next = this.#nextEventAt();
      if (!Number.isFinite(next)) return { fired: [], reached: false };
      return { fired: yield* this.stepsTo(next, mustWait), reached: true };
    }
    const to = usableInstant('to', how.to);
    if (to >= now) return { fired: yield* this.stepsTo(to, mustWait), reached: true };
    throw new ClockRequestError(
      { field: 'to', value: how.to },
      `to: ${instantText(to)} is before the present of the clock, ${instantText(now)}, and a clock never goes back; ` +
        'give a later instant, or fork a snapshot from an earlier instant',
    );
  }

  *#stepUntil(isReached: () => boolean, mustWait: MustWait): Generator<void, Advanced> {
    const fired: Fired[] = [];
    while (!isReached()) {
      const next = this.#nextEventAt();
      if (!Number.isFinite(next)) return { fired, reached: false };
      for (const one of yield* this.stepsTo(next, mustWait)) fired.push(one);
    }
    return { fired, reached: true };
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
