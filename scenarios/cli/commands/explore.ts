import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#contracts';
import { FaultError } from '#contracts/fault';
import { inventoryKinds } from '#contracts/inventory';
import { UsageError } from '#contracts/util';
import {
  createCommandPlayer,
  type ExploreSetting,
  exploreFlows,
  exploreTestsWith,
  type Flow,
  type PlayRun,
  playInProcess,
  readExploreBaseline,
  readInjection,
  readSuiteBaseline,
  resumable,
  type Subject,
  selectFlows,
  type Command as Words,
} from '../../explore/index.ts';
import { documentOf, type ExploredReport } from '../../report/index.ts';
import { type PlaySupplier, placeScenario, RunEnded } from '../../run/node.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions, loadFiles, requireClientFor } from '../client-options.ts';
import {
  choice,
  defineCommand,
  flag,
  type OptionValues,
  option,
  repeatable,
  text,
  texts,
  wordsOf,
} from '../command.ts';
import { chooseRunClock } from '../find-warp.ts';
import { loadTrustedHttps, neededTls } from '../load-tls.ts';
import { configOptions } from '../options.ts';
import { createExploreProgress } from '../progress.ts';
import { interrupted, stopRequested } from '../stop-signals.ts';
import { integer } from '../values.ts';
import { requireFolder, requireWritable, writeFiles, writeReports } from '../write-reports.ts';

const ofTests = (description: string): string => `with --tests: ${description}`;

const suiteOptions = {
  tests: flag(
    'explore a test suite: run each test of the command with every fault at every call, and report where its client is wrong and whether a test notices it',
  ),
  each: text('<command>', ofTests('command line that runs one test, with {test} for its name')),
  list: text('<command>', ofTests('command line that prints the name of each test on a line')),
  test: texts('<name>', ofTests('name of a test to explore; repeat the flag for more tests'), {
    shownDefault: 'all',
  }),
  declines: flag(
    ofTests(
      'the user of the tests accepts no other price and no other conditions: booking at them is a mistake',
    ),
  ),
  strict: flag(ofTests('fail if the client is wrong at all, even if a test notices it')),
};

const options = {
  flow: texts('<id>', 'id of a flow to explore, such as hotel-prepaid; repeat the flag for more flows', {
    shownDefault: 'all',
  }),
  depth: option(
    '<number>',
    'maximum number of disturbances in one run: 1 plays every disturbance of every call, 2 and 3 add guided combinations',
    integer('a number of disturbances', 1, 3),
    { default: 1 },
  ),
  budget: option(
    '<duration>|<number>',
    'where the exploration ends at the latest: a duration such as 90s or 10m, or a number of runs',
    readBudget,
    { shownDefault: 'none' },
  ),
  clock: choice(
    ['real', 'scaled', 'warp'],
    'clock mode for a client with a command: warp (Linux: waits take no time), scaled, or real time',
    { shownDefault: 'warp where it works, else scaled' },
  ),
  replay: repeatable(
    '<disturbance>',
    'play one run with this disturbance instead of an exploration; repeat the flag for more disturbances; needs --flow',
    given => [readDisturbance(given)],
  ),
  resume: text(
    '<file>',
    'file that keeps the results of all runs; if the file exists, the exploration goes on where it was stopped',
  ),
  save: text(
    '<folder>',
    'existing folder in which each failure is written as a scenario for run --scenarios',
  ),
  seed: text('<text>', configOptions.seed.description, { default: 'understudy' }),
  ...suiteOptions,
  ...clientOptions({ unit: 'flow', play: 'run', line: 'flow: invariant', jobs: 2, timeout: 'as in run' }),
};
type Values = OptionValues<typeof options>;

export const command = defineCommand({
  args: ['[command...]'],
  isPassthrough: true,
  options,
  examples: [
    'explore -- python3 client.py',
    'explore --flow hotel-prepaid --depth 2 --budget 10m --jobs 4 -- ./client',
    'explore --flow hotel --replay hotel.doBooking:cut,commit=before,nth=1 -- ./client',
    'explore',
    'explore --tests -- pytest -q',
  ],
  run: explore,
});

/** What the explorations of flows and of tests have in common. */
type Limits = Pick<
  ExploreSetting,
  'jobs' | 'depth' | 'maxRuns' | 'budget' | 'signal' | 'replay' | 'onProgress'
>;

function readBudget(given: string): Pick<Limits, 'budget' | 'maxRuns'> {
  const [, digits = '', unit] = /^(\d{1,7})(s|m|h)?$/.exec(given) ?? [];
  const amount = Number(digits);
  if (digits === '' || amount === 0)
    throw new UsageError('expected a duration such as 90s, 10m or 1h, or a number of runs such as 5000');
  const units = { s: 1_000, m: 60_000, h: 3_600_000 };
  return unit === undefined ? { maxRuns: amount } : { budget: amount * units[unit as keyof typeof units] }; // the pattern allows only these
}

function readDisturbance(given: string): ReturnType<typeof readInjection> {
  try {
    return readInjection(given);
  } catch (error) {
    throw error instanceof FaultError ? new UsageError(error.message) : error;
  }
}

const warn = (sentence: string): void => console.error(`explore: ${sentence}`);

/** Returns a function that keeps the results of its runs, if the user has named a file for them. */
const keep = async <S extends Subject>(
  path: string | undefined,
  play: PlayRun<S>,
  settings: readonly (string | undefined)[],
  records?: unknown,
): Promise<PlayRun<S>> => (path === undefined ? play : resumable(play, { path, settings, records, warn }));

/** A report, and the files for `--save` with their names. */
interface Explored {
  readonly report: ExploredReport;
  readonly files: readonly (readonly [name: string, text: string])[];
}

async function explore(values: Values, command: readonly string[]): Promise<number> {
  requireTestOptions(values);
  const { save, report: targets, depth, jobs, budget } = values;
  await requireWritable(targets);
  if (save !== undefined) await requireFolder('--save', save);
  const stop = new AbortController();
  void stopRequested().then(() => stop.abort());
  // Of the faults with one effect, one is tried at most calls of a suite.
  const bound = values.tests && depth === 1 ? 'at most' : 'at least';
  const progress = createExploreProgress(process.stderr, systemClock, bound);
  const limits: Limits = {
    jobs,
    depth,
    ...budget,
    signal: stop.signal,
    onProgress: progress.show,
    ...(values.replay.length > 0 && { replay: values.replay }),
  };
  try {
    const start = values.tests ? exploreTestSuite : exploreClient;
    const { report, files } = await start(values, command, limits);
    progress.end();
    await writeReports(documentOf(report), targets);
    if (save !== undefined)
      await writeFiles(
        files.map(([name, content]) => [join(save, name), () => writeFile(join(save, name), content)]),
      );
    return stop.signal.aborted ? interrupted : report.exitCode;
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    warn('stopped before there was a run to report');
    return interrupted;
  } finally {
    progress.end();
  }
}

/** Explores a client. The client is the given command, or the reference client if there is no command. */
async function exploreClient(values: Values, command: readonly string[], limits: Limits): Promise<Explored> {
  const { seed, replay, profile, flow: ids, product: products } = values;
  const [program, ...args] = command;
  const all = selectFlows({ ids, products });
  if (replay.length > 0 && all.length !== 1)
    throw new CliError(['--replay plays one flow; name the flow with --flow']);
  requireClientFor(profile, program);
  const { baseline: known, ...files } = await loadFiles(values, readExploreBaseline);
  const { inventory } = files;
  const flows = await placeFlows(all, { seed, inventory });
  const https = await loadTrustedHttps(values, program);
  const clock = program === undefined ? undefined : await chooseClock(values);
  const { signal } = limits;
  const setting = { flows, seed, https, signal, ...files };
  const reference = playInProcess({ seed, inventory });
  const player =
    program !== undefined && clock
      ? await createCommandPlayer({ ...setting, ...clock, command: [program, ...args] })
      : undefined;
  try {
    const records = inventory && inventoryKinds.map(kind => inventory[kind]?.all() ?? []);
    const about = [...command, seed, clock?.pace.mode, profile];
    const needed = { inventory: values.inventory, ...neededTls(values) };
    const play = await keep(values.resume, player?.play ?? reference, about, records);
    const report = await exploreFlows(
      {
        ...limits,
        flows,
        play,
        command: player && command,
        seed,
        known,
        replayOptions: clock && wordsOf({ clock: clock.pace.mode, profile, ...needed }),
      },
      reference,
    );
    const { stringify } = await import('yaml');
    return {
      report,
      files: report.failures.map(({ scenario = {} }) => [`${scenario.id}.yaml`, stringify(scenario)]),
    };
  } finally {
    await player?.close();
  }
}

async function chooseClock({ timeout, ...values }: Values) {
  const { mode, warp, why } = await chooseRunClock({ ...values, speed: 'auto' }, true);
  if (why !== undefined) warn(why);
  return { pace: { mode, speed: 'auto', timeout } as const, warp };
}

/** Explores the tests of a suite. The words are the command of all tests. */
async function exploreTestSuite(values: Values, words: readonly string[], limits: Limits): Promise<Explored> {
  const { seed, profile, inventory, replay, each, list, clock, test: tests, declines } = values;
  if (clock === 'scaled') throw new CliError(['--clock scaled does not work with --tests; use real or warp']);
  if (replay.length > 0 && tests.length !== 1)
    throw new CliError(['--replay plays one test; name the test with --test']);
  if ((values.tls ?? values.tlsCert) !== undefined) warn('--tests plays over http');
  const { warp, why } = await chooseRunClock({ ...values, speed: 'auto' }, true);
  if (why !== undefined)
    warn(`the clock is real, and a test that waits for long is not judged, because ${why}`);
  const given = wordsOf({ each, list, declines, clock: warp ? 'warp' : 'real', profile, inventory });
  const { baseline: known, ...files } = await loadFiles(values, readSuiteBaseline);
  const report = await exploreTestsWith({
    ...limits,
    each,
    list,
    tests,
    declines,
    seed,
    warp,
    known,
    ...files,
    strict: values.strict,
    timeout: values.timeout,
    ...(words.length > 0 && { command: words as Words }), // the first word is the program
    replayOptions: given,
    keep: (play, all) =>
      keep(values.resume, play, [...words, ...all.map(({ id }) => id.split(/::| > /)[0]), ...given, seed]),
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

function requireTestOptions(values: Values): void {
  const { tests, each, list, test, strict, declines, flow, product } = values;
  const given = tests ? { flow, product } : { each, list, test, strict, declines };
  const wrong = Object.entries(given).find(([, value]) => (Array.isArray(value) ? value.length > 0 : value));
  if (wrong) throw new CliError([`--${wrong[0]} ${tests ? 'does not work' : 'works only'} with --tests`]);
}

/** Returns the flows at places that the inventory has, and names the flows that the inventory cannot serve. */
async function placeFlows(flows: readonly Flow[], supplier: PlaySupplier): Promise<Flow[]> {
  const placed: Flow[] = [];
  const lines: string[] = [];
  for (const { id, scenario } of flows) {
    const found = await placeScenario(scenario, supplier);
    if ('skipped' in found) lines.push(`explore: the flow ${id} is left out: ${found.skipped}`);
    else placed.push({ id, scenario: found.scenario });
  }
  if (placed.length === 0) throw new CliError(lines);
  for (const line of lines) console.error(line);
  return placed;
}
