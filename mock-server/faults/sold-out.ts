import type { ApplyEffect } from './effect.ts';

/** What was offered is gone. */
export const applySoldOut: ApplyEffect<'sold-out'> = (_, course) => {
  course.directives.soldOut = true;
  return true;
};
