import type { Profile } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { checkOptions, func, type Options, plainObject } from './check-options.ts';
import type { MachineClock } from './clock/index.ts';
import type { ControlRoutes } from './control/index.ts';
import { type SandboxConfig, sandboxConfig } from './sandboxes/index.ts';
import type { SecretsFrom } from './seed-secrets.ts';
import type { CreateStore } from './store/index.ts';

/** What a stand-in supplier is made from. The fields of SandboxConfig are those of its default sandbox. */
export interface MockSupplierOptions extends Omit<SandboxConfig, 'id'> {
  /** The dialect clients speak, checked by `parseProfile`; the contract's own when absent. */
  profile?: Profile | undefined;
  /** The scenarios that its sandboxes can play; none when absent. */
  catalogue?: readonly Scenario[] | undefined;
  /** Control endpoints that are answered from outside the server, such as the verdicts of a judge; none when absent. */
  routes?: readonly ControlRoutes[] | undefined;
  /** How a sandbox keeps its state; in memory when absent. */
  createStore?: CreateStore | undefined;
  /** Where real time and timers come from; the machine's when absent. */
  machine?: MachineClock | undefined;
  /**
   * Where generated passwords, tokens and the marks of secrets in journals come from; `random` when absent. `seed` makes them the
   * same in every process, and so known to everyone: for tests that compare them.
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
 * Refuses wrong options of `createMockSupplier`.
 *
 * @throws TypeError that names the option and the nearest valid one
 */
export const checkSupplierOptions = (given: unknown): void =>
  checkOptions('createMockSupplier', given, supplierOptions);
