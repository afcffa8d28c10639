import { parseDuration } from '#contracts';
import type { ApplyEffect } from './effect.ts';

/** No answer for a time, or until the client gives up. */
export const applyHang: ApplyEffect<'hang'> = (effect, course) => {
  course.hang = effect.for === undefined ? Number.POSITIVE_INFINITY : parseDuration(effect.for);
  return true;
};
