import { duration } from '../control/scalars.ts';
import { parseDuration } from '../duration.ts';

/** Whether a text is a duration. */
export const isDuration = (text: string): boolean => duration.safeParse(text).success;

/**
 * Whether the second of two durations is shorter than the first; not judged where one is none.
 *
 * @example isReversed('PT3S', 'PT1S') // true
 */
export const isReversed = (from: string, to: string): boolean =>
  isDuration(from) && isDuration(to) && parseDuration(to) < parseDuration(from);
