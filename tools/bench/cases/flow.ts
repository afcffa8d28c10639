import { compareBeside } from '../beside.ts';
import type { Case } from './case.ts';

/** Books a hotel from Search to detail, repeatedly. Each of the four calls is a quarter of the requests. */
export const flow: Case = budget =>
  compareBeside(
    {
      name: 'Search → conditions → DoBooking → detail',
      plan: round => ({ kind: 'flow', from: (round + 1) * 100_000 }),
      requests: 20_000,
    },
    budget,
  );
