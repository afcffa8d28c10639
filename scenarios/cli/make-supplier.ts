import { createMockSupplier, FaultError, type MockSupplier } from '#mock-server';
import { CliError } from './cli-error.ts';
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
  if (values.scenario !== undefined) requireScenario(values.scenario, catalogue);
  try {
    return createMockSupplier({ ...supplierOptions(values), profile, catalogue });
  } catch (error) {
    // Each fault was read before; two of them can still conflict.
    throw error instanceof FaultError ? new CliError(error.lines) : error;
  }
}
