import type { Clock } from '#contracts';
import type { MachineClock } from './machine.ts';

/** How a sandbox's time passes: with the machine, only when told, faster, by jumps at polls, or by itself. */
export type ClockMode = 'real' | 'manual' | 'scaled' | 'per-poll' | 'auto';

/** One thing that came due: a booking's service changed its status at an instant (ms since 1970). */
export interface Fired {
  at: number;
  bookingId: string;
  serviceId: string;
  from: string | null;
  to: string;
}

/** The rows of a sandbox that come due. The clock decides when, the sandbox what happens. */
export interface DueEvents {
  /** The instant of the earliest row, in ms since 1970; undefined when there is none. */
  nextAt(): number | undefined;
  /** Takes effect of every row due at or before `until`, in order, and lists them. */
  fire(until: number): Fired[];
}

/** How far to move: by milliseconds, to an instant, to the next due row, or row by row until something holds. */
export type Advance = { by: number } | { to: number } | { to: 'next-event' } | { until: () => boolean };

/** What an advance did; `reached` is false when nothing more was due before it got there. */
export interface Advanced {
  fired: Fired[];
  reached: boolean;
}

/** What is called when a wait ends, at the very instant at which it does. */
export interface WakeUp {
  wake(): void;
  /** The wait was aborted, or the clock has nothing left to wait for. */
  fail(reason: unknown): void;
}

/** A waiter: until when (ms since 1970; null for ever), and who. */
export interface Wait {
  at: number | null;
  who: string;
}

/** All there is to a clock, as plain JSON. What sleeps is no part of it. */
export interface ClockState {
  mode: ClockMode;
  scale: number;
  now: number;
  awaitsFirstRequest: boolean;
}

/**
 * A clock that is to be made.
 *
 * @example { mode: 'scaled', scale: 60, start: Date.UTC(2026, 11, 1), startOnFirstRequest: true }
 */
export interface NewClock {
  mode: ClockMode;
  /** Where it starts, in ms since 1970; the machine's date when absent. */
  start?: number | undefined;
  /** Virtual ms per real ms; needed in mode `scaled`, of no effect in the others. */
  scale?: number | undefined;
  /** Stands still until firstRequest(), so that a client's start-up does not count. */
  startOnFirstRequest?: boolean | undefined;
}

/** A clock from nothing, or from a state that another one dumped. */
export type VirtualClockOptions = (NewClock | { state: ClockState }) & {
  events: DueEvents;
  machine?: MachineClock | undefined;
};

/** A wait whose end is called back at its very instant, while the clock stands there. */
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
   * Waits like `sleep`, but calls back: what a sleeper does next comes after the whole of an advance, what is called
   * back here happens at its instant, in the order of everything due. It must not move the clock itself.
   */
  wakeAfter(ms: number, waiting: Waiting): void;
  /** Lets everything happen that is due by now. Cheap when nothing is: every request calls it. */
  settle(): Fired[];
  /**
   * Moves ahead at once and answers when all that was due has happened, whatever the mode.
   *
   * @throws ClockRequestError for an instant in the past, a negative or infinite span
   * @example clock.advance({ by: parseDuration('PT30M') }).fired
   */
  advance(by: Advance): Advanced;
  /** Moves to an instant unless it is past already: how a `per-poll` clock reaches the moment a poll was due. */
  jumpTo(instant: number): Fired[];
  /**
   * Continues from the present instant in another mode; what slept sleeps on until the same instant.
   *
   * @throws ClockRequestError when `scaled` comes without a usable scale
   */
  setMode(change: { mode: ClockMode; scale?: number | undefined }): Fired[];
  /** Tells a clock that awaits its first request to run; of no effect afterwards. */
  firstRequest(): void;
  /** Keeps an `auto` clock from jumping while its holder does real input or output; call what it returns to release it. */
  hold(who: string): () => void;
  /** Who holds it now. */
  holds(): string[];
  /**
   * Keeps an `auto` clock from jumping while an exchange is computed; call what it returns when done. An exchange that
   * waits on this clock (a delay, a hang) must have called it before, or the clock would wait for itself.
   */
  exchangeOpened(): () => void;
  /** What sleeps, first to wake first. */
  waits(): Wait[];
  dump(): ClockState;
}
