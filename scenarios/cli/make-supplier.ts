import type { Scenario } from '#contracts/scenario';
import { createMockSupplier, type MockSupplier, type MockSupplierOptions } from '#mock-server';
import { judgeRoutes } from '../run/routes.ts';
import { CliError } from './cli-error.ts';
import type { OptionValues } from './command.ts';
import { loadCatalogue, loadInventory, loadProfile, requireScenario } from './load.ts';
import { configOptions, type supplierOptions } from './options.ts';

type SupplierValues = Partial<OptionValues<typeof supplierOptions>> & {
  readonly profile?: string | undefined;
};
/** The source of real time, the durable store, the bound of the memory and the page at /console, where a command has them. */
type Extras = Pick<MockSupplierOptions, 'machine' | 'store' | 'memory' | 'maxSandboxes' | 'readConsole'>;

export function sandboxOptions(values: SupplierValues): MockSupplierOptions {
  const { scenario, seed, username = 'demo', password = 'demo' } = values;
  return {
    // The default seed must not replace the seed of a scenario.
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

export async function makeSupplier(values: SupplierValues, extras: Extras = {}): Promise<MockSupplier> {
  const profile = await loadProfile(values.profile);
  const inventory = await loadInventory(values.inventory);
  const options = sandboxOptions(values);
  const catalogue = await placeTask(await loadCatalogue(values.scenarios), { ...options, inventory });
  // Throws a FaultError if two faults contradict each other, and a StoreError if a part of the default sandbox is damaged.
  return createMockSupplier({ ...options, ...extras, profile, inventory, catalogue, routes: [judgeRoutes] });
}

/** With an inventory, the task of the scenario gets places that the inventory has. `GET /_control/scenarios` returns the task. */
async function placeTask(
  catalogue: readonly Scenario[],
  { scenario: id, seed, inventory }: Pick<MockSupplierOptions, 'scenario' | 'seed' | 'inventory'>,
): Promise<readonly Scenario[]> {
  if (id === undefined) return catalogue;
  const scenario = requireScenario(id, catalogue);
  if (scenario.certificate)
    throw new CliError([
      `--scenario ${id}: only run serves the certificate of this scenario; use --tls untrusted`,
    ]);
  if (!inventory) return catalogue;
  const { placeScenario } = await import('../run/node.ts');
  const found = await placeScenario(scenario, { seed: seed?.toString(), inventory });
  if ('scenario' in found) return catalogue.map(one => (one === scenario ? found.scenario : one));
  console.error(`understudy: --scenario ${id} keeps its places: ${found.skipped}`);
  return catalogue;
}
