import type { Profile } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { createMockSupplier, type MockSupplier, type Sandbox, type SupplierInventory } from '#mock-server';

/** A stand-in supplier for one scenario, and the sandbox in which the scenario is played. */
export interface TestStage {
  readonly supplier: MockSupplier;
  readonly sandbox: Sandbox;
  readonly clock: Sandbox['clock'];
  /** Whether the client refuses every connection, because it does not trust the certificate. */
  readonly isUntrusted: boolean;
}

/** The address and the `fetch` function with which a client reaches the supplier. */
export interface Wire {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** Connects a client to the supplier of a test stage. */
export type OpenWire = (stage: TestStage) => Wire | Promise<Wire>;

/** Distinctive: in a log, it is a leak. */
const Password = 'password-of-the-stage';

export interface StageOptions {
  readonly seed?: string | undefined;
  readonly inventory?: SupplierInventory | undefined;
  readonly profile?: Profile | undefined;
}

/** The clock jumps when client and supplier both wait. The default of `seed` is the seed of the scenario. */
export function createTestStage(
  scenario: Scenario,
  { seed, inventory, profile }: StageOptions = {},
): TestStage {
  const supplier = createMockSupplier({
    catalogue: [scenario],
    inventory,
    profile,
    scenario: scenario.id,
    clock: { mode: 'auto' },
    credential: { Username: 'demo', Password },
    ...(seed !== undefined && { seed }),
  });
  const sandbox = supplier.sandboxes.require('default');
  return { supplier, sandbox, clock: sandbox.clock, isUntrusted: scenario.certificate !== undefined };
}

export const inProcess: OpenWire = ({ supplier, isUntrusted }) => ({
  baseUrl: 'http://supplier.example',
  fetch: async (input, init) => {
    if (isUntrusted)
      throw new TypeError('fetch failed', { cause: new Error('unable to verify the first certificate') });
    return supplier.fetch(input, init);
  },
  close: async () => undefined,
});
