import { compareBeside } from '../beside.ts';
import type { Case } from './case.ts';

/** A hotel booked end to end, again and again: a quarter of the requests each. */
export const flow: Case = budget =>
  compareBeside(
    {
      name: 'Search → conditions → DoBooking → detail',
      plan: round => ({ kind: 'flow', from: (round + 1) * 100_000 }),
      requests: 20_000,
    },
    budget,
  );
