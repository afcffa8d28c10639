import { asObject } from '#contracts/util';
import type { ApplyEffect } from './effect.ts';

/** What comes of a ReToken; a request that has none is left alone. */
export const applyRevalidate: ApplyEffect<'revalidate'> = ({ result }, course, { exchange }) => {
  if (asObject(exchange.body).ReToken === undefined) return false;
  course.directives.revalidation = result;
  return true;
};
