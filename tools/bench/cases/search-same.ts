import { compareBeside } from '../beside.ts';
import type { Case } from './case.ts';

/** Measures Searches with equal criteria, whose answers can come from a cache. */
export const searchSame: Case = budget =>
  compareBeside(
    { name: 'Search, same criteria', plan: () => ({ kind: 'same-search' }), requests: 20_000, min: 1.2 },
    budget,
  );
