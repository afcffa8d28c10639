import { compareBeside } from '../beside.ts';
import type { Case } from './case.ts';

/** The same criteria each time: what is remembered of an answer counts. */
export const searchSame: Case = budget =>
  compareBeside(
    { name: 'Search, same criteria', plan: () => ({ kind: 'same-search' }), requests: 20_000, min: 1.2 },
    budget,
  );
