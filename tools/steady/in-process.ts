import { catalogue } from '#scenarios';
import type { RunReport } from '#scenarios/report/schema';
import { run } from '#scenarios/run/run';
import { brokenClients } from '../../test/clients/broken/index.ts';
import { judgeBroken } from '../../test/clients/broken/play-broken.ts';
import { type RunResults, resultsOf } from './run-results.ts';

/** Runs the whole catalogue with the reference client in this process. */
export const playCatalogue = (): Promise<RunReport> =>
  run({
    scenarios: catalogue,
    pace: { mode: 'scaled', speed: 'auto' },
    jobs: 1,
    bail: false,
    strict: false,
  });

/** Returns the exact results of the reference client in every scenario, and of every broken client in its own scenario. */
export async function runInProcess(): Promise<RunResults> {
  const reference = resultsOf(await playCatalogue(), true);
  const broken = new Map<string, string>();
  for (const one of brokenClients)
    for (const { rule, ...verdict } of await judgeBroken(one))
      broken.set(`a client that ${one.name}, in ${one.scenario}: ${rule}`, JSON.stringify(verdict));
  return new Map([...reference, ...broken]);
}
