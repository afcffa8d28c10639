import type { ApplyEffect } from './effect.ts';

/** Another status in place of the answer. */
export const applyStatus: ApplyEffect<'status'> = (effect, course, { source }) => {
  course.status = { ...effect, source };
  return true;
};
