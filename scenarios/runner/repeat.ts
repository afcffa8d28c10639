import type { Pace } from './speed.ts';

/** What a scenario was played with. */
interface Repeated {
  readonly scenario: string;
  readonly seed: string;
  /** Absent for the reference client. */
  readonly command?: readonly string[] | undefined;
  readonly clock: { readonly mode: string; readonly speed: number };
  readonly pace: Pace;
  /** Where scenarios of one's own lie, and what else the run needs, as it was written. */
  readonly further?: readonly string[] | undefined;
}

/**
 * The command that plays a scenario again, at the same speed and from the same seed.
 *
 * @example repeatCommand(…) // 'understudy run --scenario answer-lost-booked --seed understudy --speed 3 -- ./client'
 */
export function repeatCommand({ scenario, seed, command, clock, pace, further = [] }: Repeated): string {
  const mode = clock.mode === 'scaled' ? ['--speed', String(clock.speed)] : ['--clock', clock.mode];
  const timeout = pace.timeout === undefined ? [] : ['--timeout', String(pace.timeout / 1_000)];
  const client = command ? [...mode, ...timeout, '--', ...command] : [];
  const words = ['run', '--scenario', scenario, '--seed', seed, ...further, ...client];
  return ['understudy', ...words.map(quote)].join(' ');
}

/** A word as a shell takes it. */
export const quote = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
