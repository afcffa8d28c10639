import { problem } from '../refusal.ts';
import type { ApplyEffect } from './effect.ts';

/** A Search without the offers of one supplier, which its Errors[] name. */
export const applyPartial: ApplyEffect<'partial'> = ({ supplier }, { directives }) => {
  const { absent = [], errors = [] } = directives;
  directives.absent = [...absent, supplier];
  directives.errors = [...errors, problem('SupplierUnavailable', `${supplier} did not answer in time`)];
  return true;
};
