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
  playInProcess,
  readExploreBaseline,
  readInjection,
  readSuiteBaseline,
  selectFlows,
  type Command as Words,
} from '../../explore/index.ts';
import { documentOf, type ExploredReport } from '../../report/index.ts';
import type { PlayOptions } from '../../run/index.ts';
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
type Common = Omit<ExploreSetting, 'flows' | 'play'> & Pick<PlayOptions, 'profile' | 'inventory'>;

function readBudget(given: string): Pick<Common, 'budget' | 'maxRuns'> {
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

async function explore(values: Values, command: readonly string[]): Promise<number> {
  requireTestOptions(values);
  const { save, report: targets, seed, depth, jobs, budget, replay, resume: path, tests } = values;
  await requireWritable(targets);
  if (save !== undefined) await requireFolder('--save', save);
  const { baseline, ...files } = await loadFiles(values, tests ? readSuiteBaseline : readExploreBaseline);
  const recordsOf = () => inventoryKinds.map(kind => files.inventory?.[kind]?.all() ?? []);
  const stop = new AbortController();
  void stopRequested().then(() => stop.abort());
  // Of the faults with one effect, one is tried at most calls of a suite.
  const bound = tests && depth === 1 ? 'at most' : 'at least';
  const progress = createExploreProgress(process.stderr, systemClock, bound);
  const common: Common = {
    jobs,
    depth,
    seed,
    ...budget,
    ...files,
    known: baseline,
    signal: stop.signal,
    onProgress: progress.show,
    replay: replay.length > 0 ? replay : undefined,
    resume: path === undefined ? undefined : { path, records: recordsOf(), warn },
  };
  try {
    const report = await (tests ? exploreTestSuite : exploreClient)(values, command, common);
    progress.end();
    await writeReports(documentOf(report), targets);
    if (save !== undefined) await saveFailures(save, report);
    return stop.signal.aborted ? interrupted : report.exitCode;
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    warn('stopped before there was a run to report');
    return interrupted;
  } finally {
    progress.end();
  }
}

/** Writes the scenario of each failure, or the fixture of each mistake that some test misses. */
async function saveFailures(folder: string, { failures }: ExploredReport): Promise<void> {
  const { stringify } = await import('yaml');
  const missed = failures.filter(({ suite }) => suite?.fixture[0] && suite.noticed < suite.effects);
  const files = [
    ...failures.flatMap(({ scenario }) =>
      scenario ? [[`${scenario.id}.yaml`, stringify(scenario)] as const] : [],
    ),
    ...missed.map(({ flow, message, suite }, index) => {
      const lines = [`# ${flow}: ${message}`, ...(suite?.fixture ?? []), ''];
      return [`not-noticed-${index + 1}.txt`, lines.join('\n')] as const;
    }),
  ];
  await writeFiles(
    files.map(([name, content]) => [join(folder, name), () => writeFile(join(folder, name), content)]),
  );
}

/** Explores a client. The client is the given command, or the reference client if there is no command. */
async function exploreClient(
  values: Values,
  command: readonly string[],
  common: Common,
): Promise<ExploredReport> {
  const { seed, replay, profile, inventory, flow: ids, product: products } = values;
  const [program, ...args] = command;
  const all = selectFlows(ids, products);
  if (replay.length > 0 && all.length !== 1)
    throw new CliError(['--replay plays one flow; name the flow with --flow']);
  requireClientFor(profile, program);
  const supplier = { seed, inventory: common.inventory };
  const flows = await placeFlows(all, supplier);
  const https = await loadTrustedHttps(values, program);
  const reference = playInProcess(supplier);
  if (program === undefined) return exploreFlows({ ...common, flows, play: reference }, reference);
  const clock = await chooseClock(values);
  const player = await createCommandPlayer({
    ...common,
    flows,
    https,
    ...clock,
    command: [program, ...args],
  });
  try {
    const replayOptions = wordsOf({ clock: clock.pace.mode, profile, inventory, ...neededTls(values) });
    const { play } = player;
    return await exploreFlows({ ...common, flows, play, command, replayOptions }, reference);
  } finally {
    await player.close();
  }
}

async function chooseClock({ timeout, ...values }: Values) {
  const { mode, warp, why } = await chooseRunClock({ ...values, speed: 'auto' }, true);
  if (why !== undefined) warn(why);
  return { pace: { mode, speed: 'auto', timeout } as const, warp };
}

/** Explores the tests of a suite. The words are the command of all tests. */
async function exploreTestSuite(
  values: Values,
  words: readonly string[],
  common: Common,
): Promise<ExploredReport> {
  const { profile, inventory, replay, each, list, clock, test: tests, declines, strict, timeout } = values;
  if (clock === 'scaled') throw new CliError(['--clock scaled does not work with --tests; use real or warp']);
  if (replay.length > 0 && tests.length !== 1)
    throw new CliError(['--replay plays one test; name the test with --test']);
  if ((values.tls ?? values.tlsCert) !== undefined) warn('--tests plays over http');
  const { warp, why } = await chooseRunClock({ ...values, speed: 'auto' }, true);
  if (why !== undefined)
    warn(`the clock is real, and a test that waits for long is not judged, because ${why}`);
  return exploreTestsWith({
    ...common,
    each,
    list,
    tests,
    declines,
    warp,
    strict,
    timeout,
    command: words.length > 0 ? (words as Words) : undefined, // the first word is the program
    replayOptions: wordsOf({ each, list, declines, clock: warp ? 'warp' : 'real', profile, inventory }),
  });
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
