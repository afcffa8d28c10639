import type { Case } from './case.ts';
import { coldStart } from './cold-start.ts';
import { armedFaults } from './faults.ts';
import { flow } from './flow.ts';
import { inProcess } from './in-process.ts';
import { journal } from './journal.ts';
import { judging } from './judge.ts';
import { manyBookings } from './many-bookings.ts';
import { played } from './plays.ts';
import { products } from './products.ts';
import { searchNew } from './search-new.ts';
import { searchSame } from './search-same.ts';
import { tools } from './tools.ts';

/** Everything that is measured, in order; the names select single ones on the command line. */
export const cases: Record<string, Case> = {
  'search-same': searchSame,
  'search-new': searchNew,
  products,
  faults: armedFaults,
  plays: played,
  flow,
  'many-bookings': manyBookings,
  journal,
  tools,
  'cold-start': coldStart,
  'in-process': inProcess,
  judge: judging,
};
