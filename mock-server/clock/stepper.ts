import { ClockRequestError, instantText, usableInstant } from './errors.ts';
import type { Present } from './present.ts';
import type { Sleepers } from './sleepers.ts';
import type { Advance, Advanced, DueEvents, Fired } from './types.ts';

/** While an event happens or a sleeper wakes, the clock shows the instant of that event or wait. */
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

  nextAt(): number {
    return Math.min(this.#nextEventAt(), this.#sleepers.nextAt());
  }

  settle(): Fired[] {
    const now = this.#present.now();
    return this.#running || this.nextAt() > now ? [] : this.to(now);
  }

  /**
   * If an event throws, the clock stays at that event. `from`: where a relative step begins. It keeps the real time that passes during
   * it and the fraction of a ms before it; otherwise many steps would set a running clock back.
   */
  to(target: number, from?: number): Fired[] {
    if (this.#running)
      throw new Error('A callback moved the clock during an advance; move the clock after the advance');
    let at = from ?? this.#present.now();
    const fired: Fired[] = [];
    this.#running = true;
    try {
      for (let next = this.nextAt(); next <= target; next = this.nextAt()) {
        at = Math.max(at, next);
        this.#present.pin(next);
        // A sleeper that wakes at an instant sees the effects of all its events.
        if (this.#nextEventAt() > next) this.#sleepers.wakeNext();
        else this.#fireAt(next, fired);
      }
      at = Math.max(at, target);
    } finally {
      this.#running = false;
      this.#present.pin(undefined);
      if (from === undefined) this.#present.moveTo(at);
      else this.#present.moveBy(at - from);
    }
    return fired;
  }

  advance(how: Advance): Advanced {
    if ('until' in how) return this.#advanceUntil(how.until);
    const now = this.#present.now();
    if ('by' in how) return { fired: this.to(now + usableSpan(how.by, now), now), reached: true };
    if (how.to === 'next-event') {
      const next = this.#nextEventAt();
      return Number.isFinite(next) ? { fired: this.to(next), reached: true } : { fired: [], reached: false };
    }
    const to = usableInstant('to', how.to);
    if (to >= now) return { fired: this.to(to), reached: true };
    throw new ClockRequestError(
      { field: 'to', value: how.to },
      `to: ${instantText(to)} is before the present of the clock, ${instantText(now)}, and a clock never goes back; ` +
        'give a later instant, or fork a snapshot from an earlier instant',
    );
  }

  #nextEventAt(): number {
    return this.#events.nextAt() ?? Number.POSITIVE_INFINITY;
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

  #advanceUntil(isReached: () => boolean): Advanced {
    const fired: Fired[] = [];
    while (!isReached()) {
      const next = this.#nextEventAt();
      if (!Number.isFinite(next)) return { fired, reached: false };
      for (const event of this.to(next)) fired.push(event);
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
