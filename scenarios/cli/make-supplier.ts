import { createMockSupplier, FaultError, type MockSupplier, type MockSupplierOptions } from '#mock-server';
import { judgeRoutes } from '../judge-routes.ts';
import { CliError } from './cli-error.ts';
import type { OptionValues } from './command.ts';
import { loadCatalogue, requireScenario } from './load-catalogue.ts';
import { loadProfile } from './load-profile.ts';
import { configOptions, type supplierOptions } from './options.ts';

type SupplierValues = Partial<OptionValues<typeof supplierOptions>> & {
  readonly profile?: string | undefined;
};

/** What the default sandbox of a stand-in is made with. */
export function sandboxOptions(values: SupplierValues): MockSupplierOptions {
  const { scenario, seed, username = 'demo', password = 'demo' } = values;
  return {
    // A scenario may have a seed of its own, which the default must not replace.
    seed: scenario !== undefined && seed === configOptions.seed.default ? undefined : seed,
    ...(scenario !== undefined && { scenario }),
    clock: values.clock,
    faults: values.fault,
    credential: { Username: username, Password: password },
    staticToken: values.staticToken,
    managerId: values.managerId,
    mcpToken: values.mcpToken,
  };
}

/**
 * Creates the stand-in that a command line describes.
 *
 * @throws CliError for a profile that does not fit, an unknown scenario, and faults that contradict each other
 */
export async function makeSupplier(values: SupplierValues): Promise<MockSupplier> {
  const profile = await loadProfile(values.profile);
  const catalogue = await loadCatalogue(values.scenarios);
  if (values.scenario !== undefined) requireScenario(values.scenario, catalogue);
  try {
    return createMockSupplier({ ...sandboxOptions(values), profile, catalogue, routes: [judgeRoutes] });
  } catch (error) {
    // Each fault was checked when it was read; two can still contradict each other.
    throw error instanceof FaultError ? new CliError(error.lines) : error;
  }
}
