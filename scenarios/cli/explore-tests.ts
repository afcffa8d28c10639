import { suggest } from '#contracts/util';
import {
  exploreSuite,
  listTests,
  type PlayRun,
  playTestWithCommand,
  readSuiteBaseline,
  type Subject,
  type Suite,
  SuiteError,
  type SuiteSetting,
  suiteOf,
  suiteOfTemplates,
  type Test,
} from '../explore/index.ts';
import type { ExploredReport } from '../report/index.ts';
import { CliError } from './cli-error.ts';
import { loadBaseline } from './client-options.ts';
import { flag, type OptionValues, option, repeatable } from './command.ts';
import { chooseRunClock, type RunClockValues } from './find-warp.ts';
import { loadInventory } from './load-inventory.ts';
import { loadProfile } from './load-profile.ts';
import { notEmpty } from './values.ts';

const ofTests = (text: string): string => `with --tests: ${text}`;

/** The options of `explore` about a test suite. */
export const suiteOptions = {
  tests: flag(
    'explore a test suite: run each test of the command with every fault at every call, and report where its client is wrong and whether a test notices it',
  ),
  each: option('<command>', ofTests('command line that runs one test, with {test} for its name'), notEmpty),
  list: option('<command>', ofTests('command line that prints the name of each test on a line'), notEmpty),
  test: repeatable(
    '<name>',
    ofTests('name of a test to explore; repeat the flag for more tests'),
    text => [notEmpty(text)],
    { shownDefault: 'all' },
  ),
  strict: flag(ofTests('fail if the client is wrong at all, even if a test notices it')),
};

interface Values extends OptionValues<typeof suiteOptions>, RunClockValues {
  readonly seed: string;
  readonly replay: NonNullable<SuiteSetting['replay']>;
  readonly timeout: number | undefined;
  readonly baseline: string | undefined;
  readonly profile: string | undefined;
  readonly inventory: string | undefined;
}

/** What the explorations of flows and of tests have in common. */
export interface Exploring {
  readonly limits: Pick<SuiteSetting, 'jobs' | 'depth' | 'maxRuns' | 'budget' | 'onProgress'>;
  readonly signal: AbortSignal;
  /** Returns a function that keeps the results of its runs, if the user has named a file for them. */
  keep<S extends Subject>(
    play: PlayRun<S>,
    about: readonly (string | undefined)[],
    records?: unknown,
  ): Promise<PlayRun<S>>;
}

/** A report, and the files for `--save` with their names. */
export interface Explored {
  readonly report: ExploredReport;
  readonly files: readonly (readonly [name: string, text: string])[];
}

/** In seconds of real time. Under warp, waits take no time. */
const usualTimeout = 60;

export async function exploreTestSuite(
  values: Values,
  words: readonly string[],
  { limits, signal, keep }: Exploring,
): Promise<Explored> {
  const {
    seed,
    profile,
    inventory,
    strict,
    replay,
    each,
    list,
    test: wanted,
    timeout = usualTimeout,
  } = values;
  const suite = suiteFor(values, words);
  const known = await loadBaseline(values.baseline, readSuiteBaseline);
  const { mode, warp, why } = await chooseRunClock(values, true);
  if (why !== undefined)
    console.error(`explore: the clock is real, and a test that waits for long is not judged, because ${why}`);
  const processes = {
    seed,
    profile: await loadProfile(profile),
    inventory: await loadInventory(inventory),
    warp,
    timeout: timeout * 1_000,
    signal,
  };
  const tests = select(await listTests(suite, processes).catch(refuseSuite), wanted);
  const files = tests.map(({ id }) => id.split(/::| > /)[0]);
  const report = await exploreSuite({
    ...limits,
    tests,
    play: await keep(playTestWithCommand(processes), [
      ...words,
      ...files,
      each,
      list,
      seed,
      mode,
      profile,
      inventory,
    ]),
    whole: suite.list && suite.whole && { id: 'the whole suite', command: suite.whole },
    framework: suite.framework,
    seed,
    strict,
    ...(replay.length > 0 && { replay }),
    known,
    signal,
    command: words,
    replayOptions: Object.entries({ each, list, clock: warp ? mode : 'real', profile, inventory }).flatMap(
      ([name, value]) => (value === undefined ? [] : [`--${name}`, value]),
    ),
  });
  const missed = report.failures.filter(({ suite: said }) => said?.fixture[0] && said.noticed < said.effects);
  return {
    report,
    files: missed.map(({ flow, message, suite: said }, index) => [
      `not-noticed-${index + 1}.txt`,
      [`# ${flow}: ${message}`, ...(said?.fixture ?? []), ''].join('\n'),
    ]),
  };
}

function refuseSuite(error: unknown): never {
  throw error instanceof SuiteError ? new CliError([`explore: ${error.message}`], 2) : error;
}

function suiteFor({ each, list, clock, replay, test }: Values, [program, ...args]: readonly string[]): Suite {
  if (clock === 'scaled') throw new CliError(['--clock scaled does not work with --tests; use real or warp']);
  if (replay.length > 0 && test.length !== 1)
    throw new CliError(['--replay plays one test; name the test with --test']);
  const whole = program === undefined ? undefined : ([program, ...args] as const);
  if (each !== undefined && list !== undefined) {
    if (each.includes('{test}')) return suiteOfTemplates(each, list, whole);
    throw new CliError([
      `--each "${each}" does not say where the name of the test belongs; write {test} there`,
    ]);
  }
  if (each !== undefined || list !== undefined)
    throw new CliError([
      '--list prints the names of the tests and --each runs one of them; give both, or none',
    ]);
  if (whole) return suiteOf(whole);
  throw new CliError([
    '--tests needs the command of your tests after "--", such as: explore --tests -- pytest -q',
  ]);
}

function select(tests: readonly Test[], wanted: readonly string[]): readonly Test[] {
  const ids = tests.map(({ id }) => id);
  const unknown = wanted.find(one => !ids.includes(one));
  if (unknown !== undefined)
    throw new CliError([
      `there is no test "${unknown}"; ${suggest(unknown, ids, `the first test is ${ids[0]}`)}`,
    ]);
  return wanted.length === 0 ? tests : tests.filter(({ id }) => wanted.includes(id));
}
