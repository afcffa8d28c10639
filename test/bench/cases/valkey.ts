import { startValkey } from '../../mock-server/redis/valkey.ts';
import type { Figure } from '../figure.ts';
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

/** Measures what the Valkey store costs: Searches, and whole bookings. */
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
  return figures;
};
