import { latestInstant, usableInstant, usableScale } from './errors.ts';
import type { MachineClock } from './machine.ts';
import type { ClockAnchor, ClockMode, ClockStart, ClockState } from './types.ts';

/** By the monotonic clock of the machine, so the instant (ms since 1970) never goes back. */
export class Present {
  mode: ClockMode;
  scale: number;
  awaitsFirstRequest: boolean;
  readonly #machine: MachineClock;
  #from: number;
  #since: number;
  #pinned: number | undefined;

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
  }

  get speed(): number {
    return this.mode === 'manual' || this.mode === 'auto' ? 0 : this.scale;
  }

  get currentSpeed(): number {
    return this.awaitsFirstRequest ? 0 : this.speed;
  }

  now(): number {
    return this.#pinned ?? Math.floor(this.exact());
  }

  /** With fractions, for timers. */
  exact(): number {
    const passed = (this.#machine.monotonic() - this.#since) * this.currentSpeed;
    return passed === 0 ? this.#from : Math.min(latestInstant, this.#from + passed);
  }

  /** While an event is applied late, `now` returns its instant. */
  pin(instant: number | undefined): void {
    this.#pinned = instant;
  }

  moveTo(instant: number): void {
    if (instant > this.exact()) this.#startFrom(instant);
  }

  /** The time that passes during the jump is not lost, not even a part of a ms. */
  moveBy(duration: number): void {
    this.#from += duration;
  }

  setMode(change: { mode: ClockMode; scale?: number | undefined }): void {
    const scale = usableScale(change.mode, change.scale);
    this.#startFrom(this.exact());
    this.mode = change.mode;
    this.scale = scale;
  }

  begin(): void {
    this.#startFrom(this.exact());
    this.awaitsFirstRequest = false;
  }

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
