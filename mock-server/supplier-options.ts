import * as z from 'zod';
import type { Profile } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { anyObject, checkOptions, func, wholeNumber } from './check-options.ts';
import type { MachineClock } from './clock/index.ts';
import type { ControlRoutes } from './control/index.ts';
import type { OpenStore } from './keeping/index.ts';
import type { MemoryBound } from './memory-bound.ts';
import { type SandboxConfig, sandboxConfig } from './sandboxes/index.ts';
import type { SecretsFrom } from './seed-secrets.ts';
import type { CreateStore } from './store/index.ts';

/** The options of a stand-in supplier. The fields of SandboxConfig configure the default sandbox of the supplier. */
export interface MockSupplierOptions extends Omit<SandboxConfig, 'id' | 'expiresAfter'> {
  /**
   * The profile with the names that the clients use. `parseProfile` creates a profile. Default: the names of the
   * contract.
   */
  profile?: Profile | undefined;
  /** The scenarios that the sandboxes of the supplier can run. Default: none. */
  catalogue?: readonly Scenario[] | undefined;
  /** More endpoints of the control API, such as the verdicts of the judge. Default: none. */
  routes?: readonly ControlRoutes[] | undefined;
  /**
   * Reads the HTML of the page at `/console`, which shows and changes the sandboxes by the control API. The server calls the function for
   * each visit. Default: the server has no console.
   */
  readConsole?: (() => Promise<string>) | undefined;
  /** Creates the store of a sandbox. Default: a store in memory. @internal */
  createStore?: CreateStore | undefined;
  /** The durable store that keeps the sandboxes. `readStart` creates this object. Default: all sandboxes end with the process. */
  store?: OpenStore | undefined;
  /**
   * The memory that the process can use. The journals of all sandboxes share the bytes of `forJournals`, and drop their oldest
   * exchanges first. When the process uses more than the bound, Searches and new sandboxes get 507. Default: no bound.
   */
  memory?: MemoryBound | undefined;
  /** The maximum number of sandboxes in memory. A new sandbox above it gets 507. Default: no maximum. */
  maxSandboxes?: number | undefined;
  /** The source of real time and timers. Default: the clock of the machine. */
  machine?: MachineClock | undefined;
  /**
   * The source of random values for passwords, tokens, and the marks that replace secrets in journals. Default: `random`. With `seed`, these
   * values are the same in every process. Use `seed` only for tests that compare these values, because everyone can
   * compute the values.
   */
  secretsFrom?: SecretsFrom | undefined;
}

const { id: _, expiresAfter: __, ...ofDefaultSandbox } = sandboxConfig;
const supplierOptions = z.strictObject({
  ...ofDefaultSandbox,
  profile: anyObject.optional(),
  catalogue: z.array(anyObject).optional(),
  routes: z.array(anyObject).optional(),
  readConsole: func.optional(),
  createStore: func.optional(),
  store: anyObject.optional(),
  memory: anyObject.optional(),
  maxSandboxes: wholeNumber.optional(),
  machine: z.object({ now: func, monotonic: func, afterMacrotask: func, timer: func }).optional(),
  secretsFrom: z.enum(['random', 'seed']).optional(),
} satisfies Record<keyof MockSupplierOptions, z.ZodType>);

/** @throws TypeError that names the option and the nearest valid option */
export const checkSupplierOptions = (given: unknown): void =>
  checkOptions('createMockSupplier', given, supplierOptions);
