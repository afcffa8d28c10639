import { compareBeside } from '../beside.ts';
import type { Case } from './case.ts';

/** Measures Searches whose criteria never repeat, so that no answer comes from a cache. */
export const searchNew: Case = budget =>
  compareBeside(
    {
      name: 'Search, ever new criteria',
      plan: round => ({ kind: 'new-searches', from: (round + 1) * 100_000 }),
      requests: 20_000,
      min: 1,
    },
    budget,
  );
