import { createMockSupplier, FaultError, type MockSupplier, type MockSupplierOptions } from '#mock-server';
import { CliError } from './cli-error.ts';
import type { OptionValues } from './command.ts';
import { explainRefusal } from './fault-option.ts';
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
    faults: values.fault?.map(({ fault }) => fault),
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
  const { scenario: id, fault = [] } = values;
  const own = id === undefined ? [] : (requireScenario(id, catalogue).setup?.faults ?? []);
  try {
    return createMockSupplier({ ...sandboxOptions(values), profile, catalogue });
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    // Each fault was checked when it was read; two can still contradict each other. Those of a scenario come first.
    const ofScenario = own.map(written => ({ written: `--scenario ${id}: ${JSON.stringify(written)}` }));
    throw new CliError(explainRefusal(error, [...ofScenario, ...fault]));
  }
}
