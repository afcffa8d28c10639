import { suggest } from '#contracts/util';
import type { ExplorationReport, ExploredReport } from '../../report/index.ts';
import { findTracer } from '../../warp/index.ts';
import type { ExploreOptions } from '../explore.ts';
import type { PlayRun } from '../play.ts';
import { exploreSuite, readSuiteBaseline, type SuiteSetting } from './explore-suite.ts';
import { type ProcessOptions, playTestWithCommand, type Test } from './play-test.ts';
import { listTests, SuiteError, suiteOf, suiteOfTemplates } from './presets.ts';

/** Options of `exploreTests`. */
export interface ExploreTestsOptions extends Omit<ExploreOptions, 'flows' | 'products'> {
  /** The command of all tests, such as `['pytest', '-q']`. */
  readonly command?: readonly [program: string, ...args: string[]] | undefined;
  /** The command line of one test, with `{test}` for its name; needs `list`. */
  readonly each?: string | undefined;
  /** The command line that prints the name of each test on a line; needs `each`. */
  readonly list?: string | undefined;
  /** The names of the tests to explore; by default all. */
  readonly tests?: readonly string[] | undefined;
  /** Whether a mistake of the client fails the exploration even if a test notices it. */
  readonly strict?: boolean | undefined;
  /** The number of tests that run at the same time; by default 2. */
  readonly jobs?: number | undefined;
  /** The maximum time of one run, in milliseconds of real time; by default a minute. On virtual time, waits take no time. */
  readonly timeout?: number | undefined;
  /** The end of the exploration, in milliseconds of real time from its start; by default no limit. */
  readonly budget?: number | undefined;
}

/** What the command line adds. */
export interface SuiteParts
  extends Partial<Pick<ProcessOptions, 'profile' | 'inventory' | 'warp'>>,
    Partial<Pick<SuiteSetting, 'known' | 'replay' | 'onProgress' | 'replayOptions'>> {
  keep?(play: PlayRun<Test>, tests: readonly Test[]): Promise<PlayRun<Test>>;
}

/**
 * Explores a test suite whose client reads its address from `UNDERSTUDY_BASE_URL`: runs each test with every fault at every call,
 * judges the client by the rules and the books of the supplier, and reports whether a test is red where the client is wrong. On
 * Linux, the waits of the tests take no time.
 *
 * @returns the report. A failure of level `must` is a mistake that no test notices
 * @throws SuiteError if the tests cannot be listed, and BaselineError for a wrong line in the baseline
 * @example
 * const { suite, failures } = await exploreTests({ command: ['pytest', '-q'], budget: 600_000 });
 */
export async function exploreTests(options: ExploreTestsOptions): Promise<ExplorationReport> {
  const tracer = await findTracer();
  return exploreTestsWith(options, 'path' in tracer ? { warp: { tracer: tracer.path } } : {});
}

export async function exploreTestsWith(
  options: ExploreTestsOptions,
  parts: SuiteParts,
): Promise<ExploredReport> {
  const {
    command,
    seed = 'understudy',
    timeout = 60_000,
    signal,
    depth = 1,
    jobs = 2,
    strict = false,
  } = options;
  const { known = readSuiteBaseline(options.baseline ?? '') } = parts;
  const suite = suiteFor(options);
  const processes = { ...parts, seed, timeout, signal };
  const tests = select(await listTests(suite, command, processes), options.tests);
  const play = playTestWithCommand(processes);
  return exploreSuite({
    ...options,
    ...parts,
    ...{ tests, seed, depth, jobs, strict, known },
    play: (await parts.keep?.(play, tests)) ?? play,
    whole: suite.list && command && { id: 'the whole suite', command },
    framework: suite.framework,
    isSelection: (options.tests ?? []).length > 0,
  });
}

function suiteFor({ command, each, list }: ExploreTestsOptions) {
  if ((each === undefined) !== (list === undefined))
    throw new SuiteError('list names the tests and each runs one of them; give both, or none');
  if (each?.includes('{test}') === false)
    throw new SuiteError(`"${each}" does not say where the name of the test belongs; write {test} there`);
  if (each !== undefined && list !== undefined) return suiteOfTemplates(each, list);
  if (command) return suiteOf(command);
  throw new SuiteError('give the command of your tests, such as: pytest -q');
}

function select(tests: readonly Test[], wanted: readonly string[] = []): readonly Test[] {
  const ids = tests.map(({ id }) => id);
  const unknown = wanted.find(one => !ids.includes(one));
  if (unknown !== undefined)
    throw new SuiteError(
      `there is no test "${unknown}"; ${suggest(unknown, ids, `the first test is ${ids[0]}`)}`,
    );
  return wanted.length === 0 ? tests : tests.filter(({ id }) => wanted.includes(id));
}
