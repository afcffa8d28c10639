import { startValkey } from '../../../test/mock-server/redis/valkey.ts';
import type { Figure } from '../figure.ts';
import { importInto } from '../stall/import-into.ts';
import type { Case } from './case.ts';
import { compareWithMemory, type Load } from './store.ts';

const loads: readonly Load[] = [
  {
    name: 'Search with a Valkey store',
    requests: 20_000,
    min: 0.8,
    plan: round => ({ kind: 'new-searches', from: (round + 1) * 100_000 }),
  },
  {
    name: 'Search → detail with a Valkey store',
    requests: 10_000,
    plan: round => ({ kind: 'flow', from: (round + 1) * 100_000 }),
  },
];

/** Measures what the Valkey store costs: Searches, whole bookings, and the import of a large sandbox. */
export const valkeyStore: Case = async budget => {
  const figures: Figure[] = [];
  for (const load of loads) {
    const valkey = await startValkey();
    try {
      figures.push(await compareWithMemory(load, budget, valkey.url));
    } finally {
      await valkey.stop();
    }
  }
  const valkey = await startValkey();
  try {
    const size = budget.quick ? 20_000 : 250_000;
    const { took, longest, bookings } = await importInto(valkey.url, size);
    if (bookings !== size) throw new Error(`${bookings} of ${size} bookings were imported`);
    figures.push({
      case: `Import of ${size.toLocaleString('en')} bookings with a Valkey store`,
      what: 'longest time of a whole booking in another sandbox',
      value: longest,
      unit: 'ms',
      note: `the import took ${(took / 1_000).toFixed(0)} s`,
    });
  } finally {
    await valkey.stop();
  }
  return figures;
};
