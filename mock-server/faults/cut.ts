import type { ApplyEffect } from './effect.ts';

/** The connection is reset at a point of the answer. */
export const applyCut: ApplyEffect<'cut'> = ({ at = 'before-headers' }, course) => {
  course.cut = at;
  return true;
};
