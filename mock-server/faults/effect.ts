import type { EffectKind, FaultEffect } from '#contracts/fault';
import type { ExchangeState } from './call-state.ts';
import type { Course } from './course.ts';

/** The call that a fault hits, and what the fault knows beside it. */
export interface FaultCall {
  readonly exchange: ExchangeState;
  /** What the fault remembers between calls, by names of its own: a part of the sandbox's state. */
  readonly memory: Record<string, number>;
  /** Whose fault it is, for whoever reads of it in an answer. */
  readonly source: string;
  /** A number from 0 to below 1 that follows from the seed, the fault and the call. */
  draw(what: string): number;
}

/**
 * What an effect of a kind makes of a call.
 *
 * @returns whether there was anything to do
 */
export type ApplyEffect<K extends EffectKind> = (
  effect: FaultEffect<K>,
  course: Course,
  call: FaultCall,
) => boolean;
