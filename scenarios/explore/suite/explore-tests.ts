import { createMemoryLedger } from '#client';
import { systemClock } from '#contracts';
import { FaultError } from '#contracts/fault';
import { createMockSupplier, defaultSandbox } from '#mock-server';
import type { ExplorationReport } from '../../report/index.ts';
import { type ClientSetting, numberedUuids } from '../../run/index.ts';
import { createLimit, notApplicable, type PlayRun } from '../play.ts';
import { exploreSuite, readSuiteBaseline } from './explore-suite.ts';
import { runOf, type Test, watchSandboxes } from './play-test.ts';

/** The fixed start of the clock, as in `understudyTest`, so that dates in tests stay valid. */
const start = Date.parse('2026-12-01T10:00:00Z');

/** A test in this process. It is red if its promise rejects. */
export type TestFunction = (setting: ClientSetting) => Promise<unknown>;

/** Options of `exploreTests`. */
export interface ExploreTestsOptions {
  /** The maximum number of faults in one run; by default 1. */
  readonly depth?: number | undefined;
  /** The maximum number of runs; by default no limit. */
  readonly maxRuns?: number | undefined;
  /** Whether a mistake of the client that a test notices fails the exploration, too. */
  readonly strict?: boolean | undefined;
  /** Known mistakes, with a line `operation: invariant` for each. They do not change the exit code in the report. */
  readonly baseline?: string | undefined;
  /** The seed of the inventory; by default `understudy`. */
  readonly seed?: string | undefined;
  /** The time after which a test that neither calls nor waits has hung, in milliseconds of real time; by default 30 seconds. */
  readonly timeout?: number | undefined;
  /** Stops the exploration early when this signal aborts. The report is then partial. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Explores tests in this process, on virtual time: plays every fault at every call of every test, judges the client of the tests by
 * the rules and the books of the supplier, and reports whether a test is red where the client is wrong. Equal arguments give equal
 * reports.
 *
 * @param tests the tests by their names. A test gets the address, the `fetch` function and the clock for its client
 * @returns the report. A failure of level `must` is a mistake that no test notices
 * @throws BaselineError for a wrong line in the baseline
 * @example
 * const { suite, failures } = await exploreTests({
 *   'books a hotel': async setting => assert.equal(await bookHotel(setting), 'confirmed'),
 * });
 * expect(failures.filter(({ level }) => level === 'must')).toEqual([]);
 */
export async function exploreTests(
  tests: Readonly<Record<string, TestFunction>>,
  options: ExploreTestsOptions = {},
): Promise<ExplorationReport> {
  const { depth = 1, strict = false, baseline = '', seed = 'understudy', maxRuns, signal } = options;
  const known = readSuiteBaseline(baseline);
  const play = playInProcess(tests, { ...options, seed });
  const all = Object.keys(tests).map(id => ({ id, command: [id] as const }));
  return exploreSuite({
    tests: all,
    play,
    framework: 'vitest',
    jobs: 1,
    depth,
    strict,
    seed,
    maxRuns,
    signal,
    known,
  });
}

const playInProcess =
  (
    tests: Readonly<Record<string, TestFunction>>,
    { seed, timeout = 30_000 }: ExploreTestsOptions,
  ): PlayRun<Test> =>
  async ({ id }, schedule, tell = false) => {
    const supplier = createMockSupplier({ seed, clock: { mode: 'auto', start } });
    const watched = watchSandboxes(supplier, schedule);
    try {
      watched.arm();
    } catch (error) {
      if (error instanceof FaultError) return notApplicable(schedule);
      throw error;
    }
    const { identity, clock } = supplier.sandboxes.require(defaultSandbox);
    const stopped = Promise.withResolvers<'hung'>();
    const limit = createLimit(clock, () => stopped.resolve('hung'));
    let output = '';
    const setting: ClientSetting = {
      baseUrl: 'http://supplier.example',
      fetch: limit.fetch((input, init) => supplier.fetch(input, init)),
      identity,
      clock: limit.clock,
      ledger: createMemoryLedger(),
      output: [],
      newUuid: numberedUuids(),
    };
    const ended = Promise.resolve(tests[id]?.(setting)).then(
      () => 'green',
      (error: unknown) => {
        output = String(error);
        return 'red';
      },
    );
    const over = new AbortController();
    const late = systemClock.sleep(timeout, over.signal).then(
      () => 'hung',
      () => 'hung',
    );
    const outcome = await Promise.race([ended, stopped.promise, late]);
    over.abort();
    return runOf(watched.ended(), { outcome, output, schedule, tell });
  };
