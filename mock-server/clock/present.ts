import { latestInstant, usableInstant, usableScale } from './errors.ts';
import type { MachineClock } from './machine.ts';
import type { ClockAnchor, ClockMode, ClockStart, ClockState } from './types.ts';

/**
 * The present instant of a clock, with its mode and its speed. Instants are ms since 1970. The class measures time with the
 * monotonic clock of the machine, so the present instant never goes back.
 */
export class Present {
  mode: ClockMode;
  scale: number;
  awaitsFirstRequest: boolean;
  readonly #machine: MachineClock;
  #from: number;
  #since: number;
  #pinned: number | undefined;

  /** Throws a ClockRequestError for a start that is not an instant, or for mode `scaled` without a usable scale. */
  constructor(options: ClockStart, machine: MachineClock) {
    const { mode, scale } = 'state' in options ? options.state : options;
    this.#machine = machine;
    this.mode = mode;
    this.scale = usableScale(mode, scale);
    if ('state' in options) {
      this.awaitsFirstRequest = options.state.awaitsFirstRequest;
      this.#from = usableInstant('state.now', options.state.now);
    } else {
      this.awaitsFirstRequest = options.startOnFirstRequest ?? false;
      this.#from = usableInstant('start', options.start ?? machine.now());
    }
    this.#since = machine.monotonic();
    if ('state' in options && options.anchor) ({ from: this.#from, since: this.#since } = options.anchor);
  }

  /** The speed of the clock in the current mode, in virtual ms per real ms. */
  get speed(): number {
    return this.mode === 'manual' || this.mode === 'auto' ? 0 : this.scale;
  }

  /** The speed at this moment: 0 while the clock waits for its first request, and `speed` after that. */
  get currentSpeed(): number {
    return this.awaitsFirstRequest ? 0 : this.speed;
  }

  /** Returns the present instant in whole ms. */
  now(): number {
    return this.#pinned ?? Math.floor(this.exact());
  }

  /** Returns the present instant with fractions of a ms. Timers are computed from this value. */
  exact(): number {
    const passed = (this.#machine.monotonic() - this.#since) * this.currentSpeed;
    return passed === 0 ? this.#from : Math.min(latestInstant, this.#from + passed);
  }

  /** Makes `now` return the instant of an event that is applied late. With `undefined`, `now` returns the present again. */
  pin(instant: number | undefined): void {
    this.#pinned = instant;
  }

  /** Jumps forward to an instant. Does nothing for an instant in the past. */
  moveTo(instant: number): void {
    if (instant > this.exact()) this.#startFrom(instant);
  }

  /** Jumps forward by a duration in ms. The time that passes during the jump is not lost, not even a part of a ms. */
  moveBy(duration: number): void {
    this.#from += duration;
  }

  /**
   * Changes the mode. The clock continues from the present instant. Throws a ClockRequestError for mode `scaled` without a usable
   * scale.
   */
  setMode(change: { mode: ClockMode; scale?: number | undefined }): void {
    const scale = usableScale(change.mode, change.scale);
    this.#startFrom(this.exact());
    this.mode = change.mode;
    this.scale = scale;
  }

  /** Starts a clock that waits for its first request. */
  begin(): void {
    this.#startFrom(this.exact());
    this.awaitsFirstRequest = false;
  }

  /** Continues from another state. */
  load({ mode, scale, now, awaitsFirstRequest }: ClockState): void {
    this.mode = mode;
    this.scale = scale;
    this.awaitsFirstRequest = awaitsFirstRequest;
    this.#startFrom(now);
  }

  dump(): ClockState {
    const { mode, scale, awaitsFirstRequest } = this;
    return { mode, scale, now: this.now(), awaitsFirstRequest };
  }

  anchor(): ClockAnchor {
    return { from: this.#from, since: this.#since };
  }

  #startFrom(instant: number): void {
    this.#from = instant;
    this.#since = this.#machine.monotonic();
  }
}
