import type { ApplyEffect } from './effect.ts';

/** Something wrong with the body. */
export const applyBody: ApplyEffect<'body'> = (effect, course) => {
  course.body = effect;
  return true;
};
