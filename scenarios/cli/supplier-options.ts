import type { MockSupplierOptions } from '#mock-server';
import { options, type Values } from './options.ts';

/** What the default sandbox of a stand-in is made with. */
export function supplierOptions(values: Values): MockSupplierOptions {
  return {
    // A scenario may have a seed of its own, which is not to give way to a default.
    seed: values.scenario !== undefined && values.seed === options.seed.default ? undefined : values.seed,
    ...(values.scenario !== undefined && { scenario: values.scenario }),
    clock: values.clock,
    faults: values.fault,
    credential: { Username: values.username, Password: values.password },
    staticToken: values.staticToken,
    managerId: values.managerId,
    mcpToken: values.mcpToken,
  };
}
