import type { MockSupplierOptions } from '#mock-server';
import type { Values } from './options.ts';

/** What the default sandbox of a stand-in is made with. */
export function supplierOptions(values: Values): MockSupplierOptions {
  return {
    seed: values.seed,
    clock: values.clock,
    faults: values.fault.map(({ fault }) => fault),
    credential: { Username: values.username, Password: values.password },
    staticToken: values.staticToken,
    managerId: values.managerId,
    mcpToken: values.mcpToken,
  };
}
