import { createMockSupplier, FaultError, type MockSupplier } from '#mock-server';
import { judgeRoutes } from '../judge-routes.ts';
import { CliError } from './cli-error.ts';
import { explainRefusal } from './fault-option.ts';
import { loadCatalogue, requireScenario } from './load-catalogue.ts';
import { loadProfile } from './load-profile.ts';
import type { Values } from './options.ts';
import { supplierOptions } from './supplier-options.ts';

/**
 * Makes the stand-in that a command line asks for.
 *
 * @throws CliError for a profile that does not fit, a scenario that there is none of, and for faults that contradict each other
 */
export async function makeSupplier(values: Values): Promise<MockSupplier> {
  const profile = await loadProfile(values.profile);
  const catalogue = await loadCatalogue(values);
  const { scenario: id, fault } = values;
  const own = id === undefined ? [] : (requireScenario(id, catalogue).setup?.faults ?? []);
  try {
    return createMockSupplier({ ...supplierOptions(values), profile, catalogue, routes: [judgeRoutes] });
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    // Each fault was judged when it was read; two of them can still contradict each other. Those of a scenario come first.
    const ofScenario = own.map(written => ({ written: `--scenario ${id}: ${JSON.stringify(written)}` }));
    throw new CliError(explainRefusal(error, [...ofScenario, ...fault]));
  }
}
