import type { ApplyEffect } from './effect.ts';

/** An answer of which only some fields are left. */
export const applySparse: ApplyEffect<'sparse'> = ({ keep }, course) => {
  course.rewrites.push(answer =>
    Object.fromEntries(Object.entries(answer).filter(([name]) => keep.includes(name))),
  );
  return true;
};
