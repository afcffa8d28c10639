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

export { type Judgeable, type Matched, understudyMatchers } from './matchers.ts';

declare module 'vitest' {
  // The parameters have to be those of Vitest.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The rule was exercised by the calls of a sandbox so far, or by recorded ones, and kept. */
    toKeepRule(rule: RuleId): T extends Judgeable ? R : never;
    /** No rule that must be kept was broken by them. */
    toKeepAllRules(): T extends Judgeable ? R : never;
  }
}

/** What each test is given: a stand-in of its own, and what one does with it. */
export interface UnderstudyFixtures {
  /** What the stand-in is made from; those that `test.override('supplierOptions', …)` gives a suite come before those of `understudyTest`. */
  supplierOptions: MockSupplierOptions;
  /** The stand-in; nothing that another test does reaches it. */
  supplier: MockSupplier;
  /** Its default sandbox: clock, faults, journal, identity. */
  sandbox: Sandbox;
  /** The address that code under test can be given together with `fetch`; nothing listens there. */
  baseUrl: string;
  /** Asks the stand-in, whatever host an address names; a path alone will do. To be given to the code under test. */
  fetch: typeof globalThis.fetch;
  /** Makes a reference client that lives on the sandbox's clock; any option can be another one. */
  client: (options?: Partial<ClientOptions>) => Client;
  /** Moves the clock: by an ISO duration such as `PT20M`, or as `sandbox.clock.advance` does. */
  advance: (by: string | Advance) => Advanced;
  /** Arms faults, in short or as objects. */
  arm: Faults['arm'];
  /** What the supplier holds, those changed last first; looking changes nothing of it. */
  bookings: () => BookingView[];
}

const address = 'http://supplier.test';
/** Where the clock of a test stands at first, so that dates in tests stay good and answers the same. */
const usualStart = Date.parse('2026-12-01T10:00:00Z');

/**
 * A `test` for Vitest 5 whose tests each get a stand-in supplier of their own, whose clock jumps by itself (`auto`) and begins
 * at 2026-12-01T10:00:00Z. It knows the built-in scenarios, and `expect` learns `toKeepRule` and `toKeepAllRules`. Tests may run at once. At the end of a test its sandboxes are
 * closed: what still waits is let go.
 *
 * @param options what the stand-in is made from, where it is to be another one
 * @throws what `createMockSupplier` throws, in each test that asks for the stand-in
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
      const supplier = createMockSupplier(withUsual({ ...options, ...supplierOptions }));
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

/** The options, with what is usual here where they say nothing. A scenario can have a start of its own. */
function withUsual({ catalogue = builtIn, ...options }: MockSupplierOptions): MockSupplierOptions {
  const { clock, scenario } = options;
  const ofScenario = catalogue.find(({ id }) => id === scenario)?.setup?.start;
  const start = ofScenario === undefined ? usualStart : undefined;
  return { routes: [judgeRoutes], ...options, catalogue, clock: { mode: 'auto', start, ...clock } };
}

function fetchOf(supplier: MockSupplier): typeof globalThis.fetch {
  return (input, init) =>
    supplier.fetch(input instanceof Request ? input : new URL(String(input), address), init);
}

function clientOptions({ identity, clock }: Sandbox): ClientOptions {
  const { credentials, staticToken, managerId, mcpToken } = identity;
  const [credential = { Username: '', Password: '' }] = credentials; // a sandbox has one at least
  return { baseUrl: address, mcpUrl: `${address}/mcp`, credential, staticToken, managerId, mcpToken, clock };
}
