import type { Profile } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { checkOptions, func, type Options, plainObject } from './check-options.ts';
import type { MachineClock } from './clock/index.ts';
import type { ControlRoutes } from './control/index.ts';
import { type SandboxConfig, sandboxConfig } from './sandboxes/index.ts';
import type { SecretsFrom } from './seed-secrets.ts';
import type { CreateStore } from './store/index.ts';

/** The options of a stand-in supplier. The fields of SandboxConfig configure its default sandbox. */
export interface MockSupplierOptions extends Omit<SandboxConfig, 'id'> {
  /** The dialect of the clients, made by `parseProfile`. Default: the dialect of the contract. */
  profile?: Profile | undefined;
  /** The scenarios that its sandboxes can play. Default: none. */
  catalogue?: readonly Scenario[] | undefined;
  /** More endpoints of the control API, such as the verdicts of the judge. Default: none. */
  routes?: readonly ControlRoutes[] | undefined;
  /** Creates the store of a sandbox. Default: a store in memory. @internal */
  createStore?: CreateStore | undefined;
  /** The source of real time and timers. Default: the machine. */
  machine?: MachineClock | undefined;
  /**
   * The source of generated passwords, tokens and marks of secrets in journals. Default: `random`. With `seed` they are the same
   * in every process, so everyone can know them: for tests that compare them.
   */
  secretsFrom?: SecretsFrom | undefined;
}

const { id: _, ...ofDefaultSandbox } = sandboxConfig.fields;
const supplierOptions: Options<MockSupplierOptions> = {
  fields: {
    ...ofDefaultSandbox,
    profile: plainObject,
    catalogue: { listOf: plainObject },
    routes: { listOf: plainObject },
    createStore: func,
    machine: { methods: ['now', 'monotonic', 'afterMacrotask', 'timer'] },
    secretsFrom: ['random', 'seed'],
  },
};

/**
 * Checks that all options of `createMockSupplier` exist: a misspelled option would have no effect.
 *
 * @throws TypeError that names the option and the nearest valid one
 */
export const checkSupplierOptions = (given: unknown): void =>
  checkOptions('createMockSupplier', given, supplierOptions);
