import type {
  ExploreTestsOptions,
  PlayRun,
  Subject,
  SuiteParts,
  Command as Words,
} from '../explore/index.ts';
import { exploreTestsWith, readSuiteBaseline, SuiteError } from '../explore/index.ts';
import type { ExploredReport } from '../report/index.ts';
import { CliError } from './cli-error.ts';
import { loadBaseline } from './client-options.ts';
import { flag, type OptionValues, option, repeatable, wordsOf } from './command.ts';
import { chooseRunClock, type RunClockValues } from './find-warp.ts';
import { loadInventory } from './load-inventory.ts';
import { loadProfile } from './load-profile.ts';
import { notEmpty } from './values.ts';

const ofTests = (text: string): string => `with --tests: ${text}`;

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
  readonly replay: NonNullable<SuiteParts['replay']>;
  readonly timeout: number | undefined;
  readonly baseline: string | undefined;
  readonly profile: string | undefined;
  readonly inventory: string | undefined;
}

/** What the explorations of flows and of tests have in common. */
export interface Exploring {
  readonly limits: { readonly jobs: number; readonly depth: number } & Pick<
    ExploreTestsOptions & SuiteParts,
    'maxRuns' | 'budget' | 'onProgress'
  >;
  readonly signal: AbortSignal;
  /** Returns a function that keeps the results of its runs, if the user has named a file for them. */
  keep<S extends Subject>(
    play: PlayRun<S>,
    about: readonly (string | undefined)[],
    records?: unknown,
  ): Promise<PlayRun<S>>;
}

export interface Explored {
  readonly report: ExploredReport;
  readonly files: readonly (readonly [name: string, text: string])[];
}

export async function exploreTestSuite(
  values: Values,
  words: readonly string[],
  { limits, signal, keep }: Exploring,
): Promise<Explored> {
  const { seed, profile, inventory, replay, each, list, clock, test: tests, strict, timeout } = values;
  if (clock === 'scaled') throw new CliError(['--clock scaled does not work with --tests; use real or warp']);
  if (replay.length > 0 && tests.length !== 1)
    throw new CliError(['--replay plays one test; name the test with --test']);
  const { warp, why } = await chooseRunClock(values, true);
  if (why !== undefined)
    console.error(`explore: the clock is real, and a test that waits for long is not judged, because ${why}`);
  const given = wordsOf({ each, list, clock: warp ? 'warp' : 'real', profile, inventory });
  const report = await exploreTestsWith(
    {
      ...limits,
      ...{ each, list, tests, strict, seed, signal },
      ...(words.length > 0 && { command: words as Words }), // the first word is the program
      ...(timeout !== undefined && { timeout: timeout * 1_000 }),
    },
    {
      warp,
      profile: await loadProfile(profile),
      inventory: await loadInventory(inventory),
      known: await loadBaseline(values.baseline, readSuiteBaseline),
      ...(replay.length > 0 && { replay }),
      onProgress: limits.onProgress,
      replayOptions: given,
      keep: (play, all) =>
        keep(play, [...words, ...all.map(({ id }) => id.split(/::| > /)[0]), ...given, seed]),
    },
  ).catch((error: unknown) => {
    throw error instanceof SuiteError ? new CliError([`explore: ${error.message}`], error.exitCode) : error;
  });
  const missed = report.failures.filter(({ suite }) => suite?.fixture[0] && suite.noticed < suite.effects);
  return {
    report,
    files: missed.map(({ flow, message, suite }, index) => [
      `not-noticed-${index + 1}.txt`,
      [`# ${flow}: ${message}`, ...(suite?.fixture ?? []), ''].join('\n'),
    ]),
  };
}
