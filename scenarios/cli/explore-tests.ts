import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#contracts';
import { suggest } from '#contracts/util';
import {
  describeExploration,
  exploreSuite,
  listTests,
  playTestWithCommand,
  readSuiteBaseline,
  resumable,
  type Suite,
  SuiteError,
  type SuiteSetting,
  suiteOf,
  suiteOfTemplates,
  type Test,
} from '../explore/index.ts';
import { documentOf, type ExploredReport } from '../report/index.ts';
import { CliError } from './cli-error.ts';
import { loadBaseline } from './client-options.ts';
import { flag, type OptionValues, option, repeatable } from './command.ts';
import { chooseRunClock, type RunClockValues } from './find-warp.ts';
import { loadInventory } from './load-inventory.ts';
import { loadProfile } from './load-profile.ts';
import { createExploreProgress } from './progress.ts';
import { interrupted, stopRequested } from './stop-signals.ts';
import { notEmpty, type ReportTarget } from './values.ts';
import { requireFolder, requireWritable, writeFiles, writeReports } from './write-reports.ts';

/** The options of `explore` about a test suite. */
export const suiteOptions = {
  tests: flag(
    'explore a test suite: run each test of the command with every fault at every call, and report where its client is wrong and whether a test notices it',
  ),
  each: option(
    '<command>',
    'command line that runs one test, with {test} for its name; with --tests',
    notEmpty,
  ),
  list: option(
    '<command>',
    'command line that prints the name of each test on a line; with --tests',
    notEmpty,
  ),
  test: repeatable(
    '<name>',
    'name of a test to explore; repeat the flag for more tests; with --tests',
    text => [notEmpty(text)],
    { shownDefault: 'all' },
  ),
  strict: flag('fail if the client is wrong at all, even if a test notices it; with --tests'),
};

interface Values extends OptionValues<typeof suiteOptions>, RunClockValues {
  readonly seed: string;
  readonly replay: NonNullable<SuiteSetting['replay']>;
  readonly resume: string | undefined;
  readonly save: string | undefined;
  readonly timeout: number | undefined;
  readonly baseline: string | undefined;
  readonly report: readonly ReportTarget[];
  readonly profile: string | undefined;
  readonly inventory: string | undefined;
  readonly limits: Pick<SuiteSetting, 'jobs' | 'depth' | 'maxRuns' | 'budget'>;
}

/** In seconds of real time. Under warp, waits take no time. */
const usualTimeout = 60;

/** Explores the tests of a command, and writes reports. */
export async function exploreTestSuite(values: Values, words: readonly string[]): Promise<number> {
  await requireWritable(values.report);
  if (values.save !== undefined) await requireFolder('--save', values.save);
  if (values.replay.length > 0 && values.test.length !== 1)
    throw new CliError(['--replay plays one test; name the test with --test']);
  const suite = await suiteFor(values, words);
  const known = await loadBaseline(values.baseline, readSuiteBaseline);
  const { mode, warp, why } = await chooseRunClock(values, true);
  if (why !== undefined)
    console.error(`explore: the clock is real, and a test that waits for long is not judged, because ${why}`);
  const { seed, profile, inventory, strict, replay, resume, limits } = values;
  const stop = new AbortController();
  void stopRequested().then(() => stop.abort());
  const processes = {
    seed,
    profile: await loadProfile(profile),
    inventory: await loadInventory(inventory),
    warp,
    timeout: (values.timeout ?? usualTimeout) * 1_000,
    signal: stop.signal,
  };
  const progress = createExploreProgress(process.stderr, systemClock);
  try {
    const tests = select(await listTests(suite, processes), values.test);
    const play = playTestWithCommand(processes);
    const about = [
      ...words,
      values.each ?? '',
      values.list ?? '',
      seed,
      mode,
      profile ?? '',
      inventory ?? '',
    ];
    const warn = (sentence: string) => console.error(`explore: ${sentence}`);
    const report = await exploreSuite({
      ...limits,
      tests,
      play:
        resume === undefined
          ? play
          : await resumable(play, { path: resume, about: await describeExploration(about), warn }),
      whole: suite.listing && suite.whole && { id: 'the whole suite', command: suite.whole },
      framework: suite.framework,
      seed,
      strict,
      ...(replay.length > 0 && { replay }),
      known,
      signal: stop.signal,
      onProgress: progress.show,
      command: words,
      replayOptions: optionsOf(values, mode),
    });
    progress.end();
    await writeReports(documentOf(report), values.report);
    if (values.save !== undefined) await saveFixtures(values.save, report);
    return stop.signal.aborted ? interrupted : report.exitCode;
  } catch (error) {
    throw error instanceof SuiteError ? new CliError([`explore: ${error.message}`], 2) : error;
  } finally {
    progress.end();
  }
}

function suiteFor(
  { each, list, clock }: Values,
  [program, ...args]: readonly string[],
): Suite | Promise<Suite> {
  if (clock === 'scaled') throw new CliError(['--clock scaled does not work with --tests; use real or warp']);
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

/** Returns the options that a command needs to play a run again in the same way. */
const optionsOf = (values: Values, mode: string): string[] =>
  Object.entries({
    each: values.each,
    list: values.list,
    clock: mode === 'warp' ? mode : 'real',
    profile: values.profile,
    inventory: values.inventory,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));

/** Writes a file for each mistake that no test notices, with the lines that arm its disturbances. */
const saveFixtures = (folder: string, { failures }: ExploredReport): Promise<void> =>
  writeFiles(
    failures
      .filter(({ suite }) => suite && suite.noticed < suite.effects && suite.fixture.length > 0)
      .map(({ flow, message, suite }, index) => {
        const path = join(folder, `not-noticed-${index + 1}.txt`);
        const text = [`# ${flow}: ${message}`, ...(suite?.fixture ?? []), ''].join('\n');
        return [path, () => writeFile(path, text)] as const;
      }),
  );
