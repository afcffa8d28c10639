import type { Scenario } from '#contracts/scenario';
import { createMockSupplier, type MockSupplier, type Sandbox } from '#mock-server';

/** A supplier that plays one scenario. */
export interface TestStage {
  readonly supplier: MockSupplier;
  readonly sandbox: Sandbox;
  readonly clock: Sandbox['clock'];
}

/** The way from a client to the supplier. */
export interface Wire {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** Opens a way to a supplier. */
export type OpenWire = (stage: TestStage) => Wire | Promise<Wire>;

/** No word that a log could hold for another reason: whoever finds it there has found the password. */
const Password = 'password-of-the-stage';

/**
 * Makes a supplier that plays a scenario, on a clock that jumps whenever everybody waits.
 *
 * @param seed what the inventory is drawn from; that of the scenario when absent
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

/** A way without a network. */
export const inProcess: OpenWire = ({ supplier }) => ({
  baseUrl: 'http://supplier.example',
  fetch: (input, init) => supplier.fetch(input, init),
  close: async () => undefined,
});
