import { expect, type TestAPI, test } from 'vitest';
import { type Client, type ClientOptions, createClient } from '#client';
import { parseDuration } from '#contracts';
import type { BookingView } from '#contracts/control';
import {
  type Advance,
  type Advanced,
  bookingsOf,
  createMockSupplier,
  defaultSandbox,
  type Faults,
  type MockSupplier,
  type MockSupplierOptions,
  type Sandbox,
} from '#mock-server';
import { catalogue as builtIn } from './catalogue/index.ts';
import type { RuleId } from './judge/index.ts';
import { judgeRoutes } from './judge-routes.ts';
import { type Judgeable, understudyMatchers } from './matchers.ts';

export { type Judgeable, type MatcherResult, understudyMatchers } from './matchers.ts';

declare module 'vitest' {
  // Vitest requires these type parameters.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Passes if the calls of a sandbox so far, or recorded calls, exercise the rule and do not break the rule. */
    toKeepRule(rule: RuleId): T extends Judgeable ? R : never;
    /** Passes if the calls of a sandbox so far, or recorded calls, break no must-rule. */
    toKeepAllRules(): T extends Judgeable ? R : never;
  }
}

/** The fixtures of a test: a stand-in for this test only, and functions that use this stand-in. */
export interface UnderstudyFixtures {
  /**
   * The options of the stand-in. For a suite, `test.override('supplierOptions', …)` overrides the options that `understudyTest`
   * received.
   */
  supplierOptions: MockSupplierOptions;
  /** The stand-in of this test. Other tests cannot reach this stand-in. */
  supplier: MockSupplier;
  /** The default sandbox of the stand-in, with clock, faults, journal and identity. */
  sandbox: Sandbox;
  /** The base address for code under test. Pass `fetch` too, because no server listens at this address. */
  baseUrl: string;
  /**
   * Sends each request to the stand-in, for any host in the URL or for a path only. Pass this function to the code under test.
   */
  fetch: typeof globalThis.fetch;
  /** Creates a reference client that uses the clock of the sandbox. The options override the defaults of the client. */
  client: (options?: Partial<ClientOptions>) => Client;
  /** Moves the clock by an ISO duration such as `PT20M`, or with the options of `sandbox.clock.advance`. */
  advance: (by: string | Advance) => Advanced;
  /** Arms faults, given in shorthand form or as objects. */
  arm: Faults['arm'];
  /** Returns the bookings at the supplier, the most recently changed booking first. Reading does not change a booking. */
  bookings: () => BookingView[];
}

const address = 'http://supplier.test';
/** The start time of the clock. The start time is fixed, so that dates in tests stay valid and every run gets equal answers. */
const defaultStart = Date.parse('2026-12-01T10:00:00Z');

/**
 * Creates a `test` function for Vitest 5 that gives each test its own stand-in supplier. The stand-in has the built-in scenarios.
 * The clock starts at 2026-12-01T10:00:00Z and jumps when client and supplier both wait (`auto`). The function adds the matchers
 * `toKeepRule` and `toKeepAllRules` to `expect`. Tests can run concurrently. After a test, the sandboxes of the test are closed
 * and pending calls end.
 *
 * @param options the options of the stand-in that differ from the defaults
 * @throws the errors that `createMockSupplier` throws for wrong options. Each test that uses the stand-in then fails
 * @example
 * const test = understudyTest();
 * test('finds the booking whose answer was lost', async ({ client, arm, bookings }) => {
 *   arm('hotel.doBooking:cut,commit=before,times=1');
 *   expect(await client().book(request, () => true)).toMatchObject({ outcome: 'confirmed' });
 *   expect(bookings()).toHaveLength(1);
 * });
 */
export function understudyTest(options: MockSupplierOptions = {}): TestAPI<UnderstudyFixtures> {
  expect.extend(understudyMatchers);
  return test.extend<UnderstudyFixtures>({
    supplierOptions: options,
    async supplier({ supplierOptions }, use) {
      const supplier = createMockSupplier(withDefaults({ ...options, ...supplierOptions }));
      await use(supplier);
      for (const sandbox of supplier.sandboxes.list()) sandbox.close();
    },
    sandbox: ({ supplier }, use) => use(supplier.sandboxes.require(defaultSandbox)),
    baseUrl: address,
    fetch: ({ supplier }, use) => use(fetchOf(supplier)),
    client: ({ supplierOptions, sandbox, fetch }, use) => {
      const { profile } = { ...options, ...supplierOptions };
      return use(other => createClient({ ...clientOptions(sandbox), profile, fetch, ...other }));
    },
    advance: ({ sandbox: { clock } }, use) =>
      use(by => clock.advance(typeof by === 'string' ? { by: parseDuration(by) } : by)),
    arm: ({ sandbox }, use) => use(sandbox.faults.arm),
    bookings: ({ sandbox }, use) => use(() => bookingsOf(sandbox)),
  });
}

/** Adds default values to the options. If a scenario is selected, the start time of the scenario replaces the default. */
function withDefaults({ catalogue = builtIn, ...options }: MockSupplierOptions): MockSupplierOptions {
  const { clock, scenario } = options;
  const ofScenario = catalogue.find(({ id }) => id === scenario)?.setup?.start;
  const start = ofScenario === undefined ? defaultStart : undefined;
  return { routes: [judgeRoutes], ...options, catalogue, clock: { mode: 'auto', start, ...clock } };
}

function fetchOf(supplier: MockSupplier): typeof globalThis.fetch {
  return (input, init) =>
    supplier.fetch(input instanceof Request ? input : new URL(String(input), address), init);
}

function clientOptions({ identity, clock }: Sandbox): ClientOptions {
  const { credentials, staticToken, managerId, mcpToken } = identity;
  const [credential = { Username: '', Password: '' }] = credentials; // a sandbox has at least one
  return { baseUrl: address, mcpUrl: `${address}/mcp`, credential, staticToken, managerId, mcpToken, clock };
}
