import type { Clock } from '#contracts';
import type { MachineClock } from './machine.ts';

/**
 * How time passes. `real`: with the machine. `manual`: only by calls. `scaled`: faster than the machine. `per-poll`: by a jump
 * at each poll. `auto`: by a jump whenever all callers wait.
 */
export type ClockMode = 'real' | 'manual' | 'scaled' | 'per-poll' | 'auto';

/** An event that has happened: the service of a booking changed its status at an instant (ms since 1970). */
export interface Fired {
  at: number;
  bookingId: string;
  serviceId: string;
  from: string | null;
  to: string;
}

/** The events of a sandbox. The clock decides when they happen, and the sandbox what happens. */
export interface DueEvents {
  /** Returns the instant of the earliest event, in ms since 1970; undefined when no event is left. */
  nextAt(): number | undefined;
  /** Applies every event that is due at or before `until`, in order, and returns them. */
  fire(until: number): Fired[];
}

/** How far to move: by milliseconds, to an instant, to the next event, or event by event until a condition holds. */
export type Advance = { by: number } | { to: number } | { to: 'next-event' } | { until: () => boolean };

/** The result of an advance; `reached` is false when no event was left before the condition held. */
export interface Advanced {
  fired: Fired[];
  reached: boolean;
}

/** The callbacks of a wait, called at the instant at which it ends. */
export interface WakeUp {
  wake(): void;
  /** The wait was aborted, or the clock has nothing left to wait for. */
  fail(reason: unknown): void;
}

/** A waiter, and the instant until which it waits (ms since 1970; null for a wait without end). */
export interface Wait {
  at: number | null;
  who: string;
}

/** The state of a clock as plain JSON, without its sleepers. */
export interface ClockState {
  mode: ClockMode;
  scale: number;
  now: number;
  awaitsFirstRequest: boolean;
}

/**
 * How to create a clock.
 *
 * @example { mode: 'scaled', scale: 60, start: Date.UTC(2026, 11, 1), startOnFirstRequest: true }
 */
export interface NewClock {
  mode: ClockMode;
  /** The first instant, in ms since 1970; absent: the date of the machine. */
  start?: number | undefined;
  /** Virtual ms per real ms; required in mode `scaled`, ignored in the others. */
  scale?: number | undefined;
  /** Time stands still until firstRequest(), so that the start-up of a client does not count. */
  startOnFirstRequest?: boolean | undefined;
}

/** A new clock, or one from the dumped state of another. */
export type VirtualClockOptions = (NewClock | { state: ClockState }) & {
  events: DueEvents;
  machine?: MachineClock | undefined;
};

/** A wait with callbacks, which run while the clock shows the instant of its end. */
export interface Waiting extends WakeUp {
  readonly signal?: AbortSignal | undefined;
  /** Names the waiter in the list of what the clock is waiting for. */
  readonly who?: string | undefined;
}

/** The clock of one sandbox. It never goes back, and everything due happens in the order of its instants. */
export interface VirtualClock extends Clock {
  readonly mode: ClockMode;
  /** Virtual ms per real ms that mode `scaled` runs at; 1 in every other mode. */
  readonly scale: number;
  /** Virtual ms per real ms as it runs now: the scale, 1, or 0 where only a jump moves it. */
  readonly speed: number;
  /**
   * Waits like `sleep`, but with callbacks. A sleeper continues after the whole of an advance; a callback runs at its own
   * instant, in the order of everything due. It must not move the clock itself.
   *
   * @internal
   */
  wakeAfter(ms: number, waiting: Waiting): void;
  /** Lets everything happen that is due by now. Cheap when nothing is: every request calls it. */
  settle(): Fired[];
  /**
   * Moves ahead at once, in any mode, and lets everything happen that is due on the way.
   *
   * @throws ClockRequestError for an instant in the past, a negative or infinite span
   * @example clock.advance({ by: parseDuration('PT30M') }).fired
   */
  advance(by: Advance): Advanced;
  /** Moves to an instant, unless that is in the past: a `per-poll` clock moves to the instant at which a poll was due. */
  jumpTo(instant: number): Fired[];
  /**
   * Continues from the present instant in another mode; sleepers keep their instants.
   *
   * @throws ClockRequestError when `scaled` comes without a usable scale
   */
  setMode(change: { mode: ClockMode; scale?: number | undefined }): Fired[];
  /** Starts a clock that awaits its first request; later calls do nothing. */
  firstRequest(): void;
  /** Keeps an `auto` clock from jumping during real input or output; returns the function that releases it. */
  hold(who: string): () => void;
  /** Returns the names of the current holders. */
  holds(): string[];
  /**
   * Keeps an `auto` clock from jumping while an exchange is computed; returns the function that releases it. An exchange
   * that waits on this clock (a delay, a hang) must release it first, or the clock would wait for itself.
   */
  exchangeOpened(): () => void;
  /** Returns the sleepers, first to wake first. */
  waits(): Wait[];
  /** @internal */
  dump(): ClockState;
}
