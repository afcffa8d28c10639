import type { Clock } from '#contracts';
import type { MachineClock } from './machine.ts';

/**
 * The way in which time passes. In mode `real`, time passes at the speed of the machine. In mode `scaled`, time passes at
 * `scale` times that speed. In mode `manual`, only calls move the clock. In mode `per-poll`, the clock jumps at each poll. In
 * mode `auto`, the clock jumps when all callers wait.
 */
export type ClockMode = 'real' | 'manual' | 'scaled' | 'per-poll' | 'auto';

/** An event that has happened: the status of a service changed at an instant (ms since 1970). */
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
  /** In the order of time. An event happens when the caller takes it. Yields undefined for an event that changes no status. */
  fire(until: number): Iterable<Fired | undefined>;
}

/** How far an advance moves the clock: by a time in ms, to an instant, to the next event, or until a condition is true. */
export type Advance = { by: number } | { to: number } | { to: 'next-event' } | { until: () => boolean };

/** The result of an advance. `reached` is false when there was no next event, so the target was not reached. */
export interface Advanced {
  fired: Fired[];
  reached: boolean;
}

/** The clock calls one of these when the wait ends. */
export interface WakeUp {
  wake(): void;
  /** The wait was aborted, or an `auto` clock has no instant to jump to. */
  fail(reason: unknown): void;
}

/** A waiter, and the instant at which its wait ends (ms since 1970; null for a wait without end). */
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

/** The exact instant of a clock, and the monotonic time of the machine at that instant. */
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
  /** The first instant, in ms since 1970. The default is the date of the machine. */
  start?: number | undefined;
  /** Virtual ms per real ms. Mode `scaled` requires this field; the other modes ignore it. */
  scale?: number | undefined;
  /** Whether time passes only after firstRequest() was called, so that the start-up of a client takes no virtual time. */
  startOnFirstRequest?: boolean | undefined;
}

/** With `anchor`, the clock continues as if it had run all the time since its state was dumped in this process. */
export type ClockStart = NewClock | { state: ClockState; anchor?: ClockAnchor | undefined };

export interface Turns {
  /** Runs a step that no call requests. */
  alone(step: () => void): void;
  /** Runs if the present turn is taken back. */
  undo(fn: () => void): void;
}

export type VirtualClockOptions = ClockStart & {
  events: DueEvents;
  machine?: MachineClock | undefined;
  /** Without the turns of a durable store, each change is final. */
  turns?: Turns | undefined;
};

/** The callbacks run while the clock shows the instant at which the wait ends. */
export interface Waiting extends WakeUp {
  readonly signal?: AbortSignal | undefined;
  /** The wait continues if its turn is taken back. Then `wake` must be able to run again. */
  readonly isRepeatable?: boolean | undefined;
  /** Shown in messages and in the list of waits. */
  readonly who?: string | undefined;
}

/** The clock of one sandbox. The clock never goes back. Events happen and sleepers wake in the order of their instants. */
export interface VirtualClock extends Clock {
  readonly mode: ClockMode;
  /** The scale of mode `scaled`, in virtual ms per real ms; 1 in every other mode. */
  readonly scale: number;
  /** The current speed in virtual ms per real ms: the scale, 1, or 0 in a mode in which only jumps move the clock. */
  readonly speed: number;
  /**
   * Waits like `sleep`, but with callbacks. If one advance passes several instants, code after `sleep` continues only at the
   * end of the advance. A callback runs at its own instant. A callback must not move the clock.
   *
   * @internal
   */
  wakeAfter(ms: number, waiting: Waiting): void;
  /**
   * Applies the events and wakes the sleepers that are due now. Every request calls this function, so this function must be fast
   * when nothing is due.
   */
  settle(): Fired[];
  /**
   * Moves the clock forward at once, in any mode. All events on the way happen, and all sleepers on the way wake.
   *
   * @throws ClockRequestError for an instant in the past, or for a negative or infinite duration
   * @example clock.advance({ by: parseDuration('PT30M') }).fired
   */
  advance(by: Advance): Advanced;
  /**
   * Moves the clock to an instant. Does nothing for an instant in the past. A `per-poll` clock uses this function to move to
   * the instant of the next poll.
   */
  jumpTo(instant: number): Fired[];
  /**
   * Changes the mode. The clock continues from the present instant, and the ends of waits do not change.
   *
   * @throws ClockRequestError for mode `scaled` without a usable scale
   */
  setMode(change: { mode: ClockMode; scale?: number | undefined }): Fired[];
  /** Starts a clock that waits for its first request. Later calls do nothing. */
  firstRequest(): void;
  /** Keeps an `auto` clock from jumping while its caller reads or writes. Returns the function that releases the clock. */
  hold(who: string): () => void;
  /** Returns the names of the callers that keep the clock from jumping now. */
  holds(): string[];
  /**
   * Keeps an `auto` clock from jumping while the server computes an answer. Returns the function that releases the clock. The
   * server must release the clock before a fault makes the answer wait (a delay, a hang), or the wait never ends.
   */
  exchangeOpened(): () => void;
  /** Returns the sleepers, sorted by the instants at which they wake. */
  waits(): Wait[];
  /** Whether the server computes an answer, or another caller keeps the clock from jumping. */
  isBusy(): boolean;
  /** Returns the instant at which the next sleeper wakes, in ms since 1970; Infinity without a sleeper. */
  nextWake(): number;
  /** Continues from the state of another clock. The waits stay. @internal */
  load(state: ClockState): void;
  /** @internal */
  dump(): ClockState;
  /** Returns the instant with which a later clock of this process continues. @internal */
  anchor(): ClockAnchor;
}
