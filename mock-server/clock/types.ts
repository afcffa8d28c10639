/**
 * `real`: at the speed of the machine. `scaled`: at `scale` times that speed. `manual`: only calls move the clock.
 * `per-poll`: it jumps at each poll. `auto`: it jumps when all callers wait.
 */
export type ClockMode = 'real' | 'manual' | 'scaled' | 'per-poll' | 'auto';

/** The status of a service changed at an instant (ms since 1970). */
export interface Fired {
  at: number;
  bookingId: string;
  serviceId: string;
  from: string | null;
  to: string;
}

/** The clock decides when an event happens, the sandbox what it changes. */
export interface DueEvents {
  /** In ms since 1970; undefined when no event is left. */
  nextAt(): number | undefined;
  /** In the order of time. An event happens when the caller takes it; undefined if it changes no status. */
  fire(until: number): Iterable<Fired | undefined>;
}

/** By a time in ms, to an instant, to the next event, or until a condition is true. */
export type Advance = { by: number } | { to: number } | { to: 'next-event' } | { until: () => boolean };

/** `reached` is false when there was no next event. */
export interface Advanced {
  fired: Fired[];
  reached: boolean;
}

export interface WakeUp {
  wake(): void;
  /** The wait was aborted, or an `auto` clock has no instant to jump to. */
  fail(reason: unknown): void;
}

/** The instant at which a wait ends (ms since 1970; null for a wait without end). */
export interface Wait {
  at: number | null;
  who: string;
}

/** Without its waiters. */
export interface ClockState {
  mode: ClockMode;
  scale: number;
  now: number;
  awaitsFirstRequest: boolean;
}

/** An exact instant, and the monotonic time of the machine at it. */
export interface ClockAnchor {
  readonly from: number;
  readonly since: number;
}

/**
 * The options of a new clock.
 *
 * @example { mode: 'scaled', scale: 60, start: Date.UTC(2026, 11, 1), startOnFirstRequest: true }
 */
export interface NewClock {
  mode: ClockMode;
  /** Ms since 1970; by default the date of the machine. */
  start?: number | undefined;
  /** Virtual ms per real ms; only for mode `scaled`, which requires it. */
  scale?: number | undefined;
  /** Time passes only after firstRequest(), so that the start-up of a client takes no virtual time. */
  startOnFirstRequest?: boolean | undefined;
}

export type ClockStart = NewClock | { state: ClockState };

export interface Turns {
  /** Runs a step that no call requests. */
  alone(step: () => void): void;
  /** Runs if the present turn is taken back. */
  undo(fn: () => void): void;
}

/** The callbacks run while the clock shows the instant at which the wait ends. */
export interface Waiting extends WakeUp {
  readonly signal?: AbortSignal | undefined;
  /** The wait continues if its turn is taken back. Then `wake` must be able to run again. */
  readonly isRepeatable?: boolean | undefined;
  /** Shown in messages and in the list of waits. */
  readonly who?: string | undefined;
}
