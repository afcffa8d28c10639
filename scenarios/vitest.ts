import { expect, type TestAPI, test } from 'vitest';
import { type Client, type ClientOptions, createClient } from '#client';
import { parseDuration } from '#contracts';
import type { BookingView } from '#contracts/control';
import type { Facts } from '#contracts/exchange';
import { nearest } from '#contracts/util';
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
import { findRule, type Judgement, judge, type RuleId, rules } from './judge/index.ts';
import { findingsByRule, indent, ruleLines } from './report/index.ts';
import { judgeSandbox } from './run/index.ts';
import { judgeRoutes } from './run/routes.ts';

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

/** The traffic that a matcher can judge: the calls of a sandbox so far, or a list of results of `projectFacts`. */
export type Judgeable = Sandbox | readonly Facts[];

/** The result of a matcher, in the format of Vitest. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers that judge the traffic of a test by the rules. Pass this object to `expect.extend`. */
export const understudyMatchers = {
  /** Passes if the calls exercise the rule and do not break the rule. */
  toKeepRule(received: unknown, id: RuleId): MatcherResult {
    const wanted = findRule(id);
    if (!wanted) throw new TypeError(unknownRule(String(id)));
    const judged = judgeReceived(received, 'toKeepRule');
    const verdicts = judged.verdicts.filter(({ rule }) => rule === wanted.id);
    const [verdict] = verdicts;
    const why = verdict?.reason === undefined ? '' : `: ${verdict.reason}`;
    return resultOf(
      { ...judged, verdicts },
      {
        pass: verdict?.verdict === 'pass',
        kept: `expected the client to break the rule ${id}, but the client kept the rule`,
        broken: `expected the client to keep the rule ${id}, but the rule is ${words[verdict?.verdict ?? 'not-observed']}${why}`,
      },
    );
  },
  /** Passes if the calls break no must-rule. Warnings and rules that the calls do not exercise are ignored. */
  toKeepAllRules(this: { readonly isNot?: boolean } | undefined, received: unknown): MatcherResult {
    const judged = judgeReceived(received, 'toKeepAllRules');
    const verdicts = judged.verdicts.filter(
      ({ verdict }) => verdict === 'fail' || verdict === 'harness-error',
    );
    if (judged.calls === 0)
      return {
        // If there are no calls, the matcher must fail both with and without `not`, because no rule was kept or broken.
        pass: this?.isNot === true,
        message: () =>
          'expected calls to judge, but the sandbox received no calls; give the code under test the address or the fetch of this sandbox',
      };
    return resultOf(
      { ...judged, verdicts },
      {
        pass: verdicts.length === 0,
        kept: 'expected the client to break a rule, but the client kept all rules',
        broken: `expected the client to keep all rules, but the client did not keep: ${verdicts.map(({ rule }) => rule).join(', ')}`,
      },
    );
  },
};

const words = {
  fail: 'broken',
  warn: 'broken, which is a warning',
  pass: 'kept',
  inconclusive: 'inconclusive',
  'not-observed': 'not observed',
  'harness-error': 'not judged, because the rule itself failed',
} as const;

/** The message for a broken rule ends with each broken rule and one proof. */
function resultOf(
  { source, verdicts, exchanges }: Judgement,
  { pass, kept, broken }: { readonly pass: boolean; readonly kept: string; readonly broken: string },
): MatcherResult {
  const groups = findingsByRule([{ name: source, verdicts, exchanges }]);
  const lines = groups.map(group => `\n${indent(ruleLines(group).join('\n'), 2)}`);
  return { pass, message: () => (pass ? kept : [broken, ...lines].join('\n')) };
}

function judgeReceived(received: unknown, matcher: string): Judgement {
  if (Array.isArray(received) && received.every(isFacts)) return judge(received);
  if (isSandbox(received)) return judgeSandbox(received);
  const index = Array.isArray(received) ? received.findIndex(one => !isFacts(one)) : -1;
  const what = index < 0 ? '' : `, but [${index}] is not the facts of a call`;
  throw new TypeError(
    `${matcher}: expected a sandbox or the facts of calls${what}, as in expect(sandbox).${matcher}(…) or expect(sandbox.journal.read().map(({ facts }) => facts)).${matcher}(…)`,
  );
}

/** Whether a value is an object that `projectFacts` created. */
const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' &&
  value !== null &&
  ['number', 'operation', 'method', 'opened', 'request', 'answer'].every(name => name in value);

function unknownRule(id: string): string {
  const ids = rules.map(rule => rule.id);
  const near = nearest(id, ids);
  const hint = near === undefined ? '' : `did you mean "${near}"? `;
  return `toKeepRule: there is no rule "${id}"; ${hint}the rules are ${ids.join(', ')}`;
}

const isSandbox = (value: unknown): value is Sandbox =>
  typeof value === 'object' && value !== null && 'journal' in value && 'clock' in value;
