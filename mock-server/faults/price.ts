import type { ApplyEffect } from './effect.ts';

/** The price is another one than before. */
export const applyPrice: ApplyEffect<'price'> = ({ byPercent, byAmount, currency }, course) => {
  course.directives.price = {
    ...(byPercent !== undefined && { byPercent }),
    ...(byAmount !== undefined && { byCents: Math.round(byAmount * 100) }),
    ...(currency !== undefined && { currency }),
  };
  return true;
};
