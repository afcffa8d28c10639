import type { Scenario } from '#contracts/scenario';
import { createMockSupplier, type MockSupplier, type Sandbox } from '#mock-server';

/** A supplier that plays one scenario. */
export interface TestStage {
  readonly supplier: MockSupplier;
  readonly sandbox: Sandbox;
  readonly clock: Sandbox['clock'];
}

/** How calls of a client reach the supplier. */
export interface Wire {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** Connects to the supplier of a stage. */
export type OpenWire = (stage: TestStage) => Wire | Promise<Wire>;

/** A text that no log holds for another reason, so finding it there proves a leak. */
const Password = 'password-of-the-stage';

/**
 * Creates a supplier that plays a scenario, on a clock that jumps when both sides wait.
 *
 * @param seed of the inventory; that of the scenario when absent
 */
export function createTestStage(scenario: Scenario, seed?: string): TestStage {
  const supplier = createMockSupplier({
    catalogue: [scenario],
    scenario: scenario.id,
    clock: { mode: 'auto' },
    credential: { Username: 'demo', Password },
    ...(seed !== undefined && { seed }),
  });
  const sandbox = supplier.sandboxes.require('default');
  return { supplier, sandbox, clock: sandbox.clock };
}

/** Connects without a network. */
export const inProcess: OpenWire = ({ supplier }) => ({
  baseUrl: 'http://supplier.example',
  fetch: (input, init) => supplier.fetch(input, init),
  close: async () => undefined,
});
