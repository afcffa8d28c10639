import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#contracts';
import { FaultError } from '#contracts/fault';
import { inventoryKinds } from '#contracts/inventory';
import { UsageError } from '#contracts/util';
import {
  createCommandPlayer,
  describeExploration,
  type ExploreProgress,
  explorationReport,
  exploreFlows,
  exploreTestsWith,
  type Flow,
  type PlayRun,
  playInProcess,
  readExploreBaseline,
  readInjection,
  readSuiteBaseline,
  replay,
  resumable,
  type Subject,
  selectFlows,
  type Command as Words,
} from '../../explore/index.ts';
import { documentOf, type ExploredReport } from '../../report/index.ts';
import { type PlaySupplier, placeScenario, RunEnded } from '../../run/node.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions, loadBaseline, requireClientFor } from '../client-options.ts';
import { defineCommand, flag, type OptionValues, option, repeatable, wordsOf } from '../command.ts';
import { chooseRunClock } from '../find-warp.ts';
import { loadInventory } from '../load-inventory.ts';
import { loadProfile } from '../load-profile.ts';
import { loadTrustedHttps, neededTls } from '../load-tls.ts';
import { configOptions } from '../options.ts';
import { createExploreProgress } from '../progress.ts';
import { interrupted, stopRequested } from '../stop-signals.ts';
import { choiceOf, integer, notEmpty } from '../values.ts';
import { requireFolder, requireWritable, writeFiles, writeReports } from '../write-reports.ts';

const paces = ['real', 'scaled', 'warp'] as const;
const texts = (text: string) => [notEmpty(text)];

const ofTests = (text: string): string => `with --tests: ${text}`;

const suiteOptions = {
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

const options = {
  flow: repeatable(
    '<id>',
    'id of a flow to explore, such as hotel-prepaid; repeat the flag for more flows',
    texts,
    {
      shownDefault: 'all',
    },
  ),
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
  clock: option(
    paces.join('|'),
    'clock mode for a client with a command: warp (Linux: waits take no time), scaled, or real time',
    choiceOf(...paces),
    { shownDefault: 'warp where it works, else scaled', choices: paces },
  ),
  replay: repeatable(
    '<disturbance>',
    'play one run with this disturbance instead of an exploration; repeat the flag for more disturbances; needs --flow',
    text => [readDisturbance(text)],
  ),
  resume: option(
    '<file>',
    'file that keeps the results of all runs; if the file exists, the exploration goes on where it was stopped',
    notEmpty,
  ),
  save: option(
    '<folder>',
    'existing folder in which each failure is written as a scenario for run --scenarios',
    notEmpty,
  ),
  seed: option('<text>', configOptions.seed.description, notEmpty, { default: 'understudy' }),
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

type Budget = { readonly ms: number } | { readonly runs: number };

function readBudget(text: string): Budget {
  const [, digits = '', unit] = /^(\d{1,7})(s|m|h)?$/.exec(text) ?? [];
  const amount = Number(digits);
  if (digits === '' || amount === 0)
    throw new UsageError('expected a duration such as 90s, 10m or 1h, or a number of runs such as 5000');
  const units = { s: 1_000, m: 60_000, h: 3_600_000 };
  return unit === undefined ? { runs: amount } : { ms: amount * units[unit as keyof typeof units] }; // the pattern allows only these
}

function readDisturbance(text: string): ReturnType<typeof readInjection> {
  try {
    return readInjection(text);
  } catch (error) {
    throw error instanceof FaultError ? new UsageError(error.message) : error;
  }
}

const warn = (sentence: string): void => console.error(`explore: ${sentence}`);

type Exploring = ReturnType<typeof exploringOf>;

/** Returns what the explorations of flows and of tests have in common. */
function exploringOf(
  { resume: path, jobs, depth, budget }: Values,
  signal: AbortSignal,
  onProgress: (progress: ExploreProgress) => void,
) {
  return {
    limits: {
      ...{ jobs, depth, onProgress, signal },
      ...(budget && 'ms' in budget && { budget: budget.ms }),
      ...(budget && 'runs' in budget && { maxRuns: budget.runs }),
    },
    /** Returns a function that keeps the results of its runs, if the user has named a file for them. */
    async keep<S extends Subject>(
      play: PlayRun<S>,
      settings: readonly (string | undefined)[],
      records?: unknown,
    ): Promise<PlayRun<S>> {
      if (path === undefined) return play;
      const texts = settings.map(one => one ?? '');
      return resumable(play, { path, about: await describeExploration(texts, records), warn });
    },
  };
}

/** A report, and the files for `--save` with their names. */
interface Explored {
  readonly report: ExploredReport;
  readonly files: readonly (readonly [name: string, text: string])[];
}

async function explore(values: Values, command: readonly string[]): Promise<number> {
  requireTestOptions(values);
  const { save, report: targets, depth } = values;
  await requireWritable(targets);
  if (save !== undefined) await requireFolder('--save', save);
  const stop = new AbortController();
  void stopRequested().then(() => stop.abort());
  // Of the faults with one effect, one is tried at most calls of a suite.
  const bound = values.tests && depth === 1 ? 'at most' : 'at least';
  const progress = createExploreProgress(process.stderr, systemClock, bound);
  const exploring = exploringOf(values, stop.signal, progress.show);
  try {
    const start = values.tests ? exploreTestSuite : exploreClient;
    const { report, files } = await start(values, command, exploring);
    progress.end();
    await writeReports(documentOf(report), targets);
    if (save !== undefined)
      await writeFiles(
        files.map(([name, text]) => [join(save, name), () => writeFile(join(save, name), text)]),
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
async function exploreClient(
  values: Values,
  command: readonly string[],
  { limits, keep }: Exploring,
): Promise<Explored> {
  const { seed, replay: schedule, profile, flow: ids, product: products } = values;
  const all = selectFlows({ ids, products });
  if (schedule.length > 0 && all.length !== 1)
    throw new CliError(['--replay plays one flow; name the flow with --flow']);
  const known = await loadBaseline(values.baseline, readExploreBaseline);
  requireClientFor(profile, command[0]);
  const inventory = await loadInventory(values.inventory);
  const flows = await placeFlows(all, { seed, inventory });
  const [flow] = flows;
  const player = await createPlayer(values, command, { flows, inventory, signal: limits.signal });
  try {
    const records = inventory && inventoryKinds.map(kind => inventory[kind]?.all() ?? []);
    const play = await keep(player.play, [...command, seed, player.clock, profile], records);
    const exploration =
      schedule.length > 0 && flow
        ? await replay(play, flow, schedule)
        : await exploreFlows({ ...limits, clock: systemClock, flows, play });
    const report = await explorationReport(exploration, {
      command: command.length > 0 ? command : undefined,
      seed,
      known,
      replayOptions: player.replayOptions,
      reference: player.reference,
    });
    const { stringify } = await import('yaml');
    const files = report.failures.map(
      ({ scenario = {} }) => [`${scenario.id}.yaml`, stringify(scenario)] as const,
    );
    return { report, files };
  } finally {
    await player.close();
  }
}

/** Explores the tests of a suite. The words are the command of all tests. */
async function exploreTestSuite(
  values: Values,
  words: readonly string[],
  { limits, keep }: Exploring,
): Promise<Explored> {
  const { seed, profile, inventory, replay, each, list, clock, test: tests, strict, timeout } = values;
  if (clock === 'scaled') throw new CliError(['--clock scaled does not work with --tests; use real or warp']);
  if (replay.length > 0 && tests.length !== 1)
    throw new CliError(['--replay plays one test; name the test with --test']);
  if ((values.tls ?? values.tlsCert) !== undefined) console.error('explore: --tests plays over http');
  const { warp, why } = await chooseRunClock({ ...values, speed: 'auto' }, true);
  if (why !== undefined)
    console.error(`explore: the clock is real, and a test that waits for long is not judged, because ${why}`);
  const given = wordsOf({ each, list, clock: warp ? 'warp' : 'real', profile, inventory });
  const report = await exploreTestsWith(
    {
      ...limits,
      ...{ each, list, tests, strict, seed },
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
  );
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
  const { tests, each, list, test, strict, flow, product } = values;
  const given = tests ? { flow, product } : { each, list, test, strict };
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

interface Player {
  readonly play: PlayRun;
  readonly reference: PlayRun;
  readonly clock?: string;
  /** The options that a command needs to play a run again in the same way. */
  readonly replayOptions: readonly string[];
  close(): Promise<void>;
}

async function createPlayer(
  values: Values,
  [program, ...args]: readonly string[],
  setting: Pick<Parameters<typeof createCommandPlayer>[0], 'flows' | 'inventory' | 'signal'>,
): Promise<Player> {
  const { inventory } = setting;
  const reference = playInProcess({ seed: values.seed, inventory });
  const https = await loadTrustedHttps(values, program);
  if (program === undefined)
    return { play: reference, reference, replayOptions: [], close: async () => undefined };
  const { mode, warp, why } = await chooseRunClock({ ...values, speed: 'auto' }, true);
  if (why !== undefined) console.error(`explore: ${why}`);
  const timeout = values.timeout === undefined ? {} : { timeout: values.timeout * 1_000 };
  const player = await createCommandPlayer({
    ...setting,
    command: [program, ...args],
    pace: { mode, speed: 'auto', ...timeout },
    warp,
    seed: values.seed,
    profile: await loadProfile(values.profile),
    https,
  });
  const needed = { clock: mode, profile: values.profile, inventory: values.inventory, ...neededTls(values) };
  return { ...player, reference, clock: mode, replayOptions: wordsOf(needed) };
}
