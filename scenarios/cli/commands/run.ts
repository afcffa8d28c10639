import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemClock } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import type { Scenario } from '#contracts/scenario';
import { UsageError } from '#contracts/util';
import { moveScenario, usualStart } from '../../catalogue/node.ts';
import { findRule, type RuleId, rules } from '../../judge/index.ts';
import { documentOf, exitCodes, type RunReport, showControls } from '../../report/index.ts';
import { groupsNote, playsOf, type RunOptions, readBaseline, run, selectScenarios } from '../../run/node.ts';
import { CliError, printError } from '../cli-error.ts';
import { clientOptions, loadFiles, requireClientFor } from '../client-options.ts';
import { columns } from '../columns.ts';
import {
  choice,
  defineCommand,
  didYouMean,
  flag,
  type OptionValues,
  option,
  text,
  texts,
  wordsOf,
} from '../command.ts';
import { chooseRunClock } from '../find-warp.ts';
import { loadCatalogue } from '../load.ts';
import { loadTrustedHttps, neededTls } from '../load-tls.ts';
import { configOptions } from '../options.ts';
import { createProgress } from '../progress.ts';
import { interrupted, stopRequested } from '../stop-signals.ts';
import { drawNumber, integer, maxDraws, readSpeed } from '../values.ts';
import { requireWritable, writeReports } from '../write-reports.ts';

const starts = ['yesterday', 'as-written'] as const;

const options = {
  scenario: texts(
    '<id>',
    'id of a scenario to play; * matches any text; repeat the flag for more scenarios',
    {
      shownDefault: 'all',
    },
  ),
  tag: texts('<tag>', 'play only scenarios with this tag, such as smoke'),
  rule: texts('<rule>', 'play only scenarios that name this rule, and judge no other rules'),
  clock: choice(
    ['real', 'scaled', 'per-poll', 'warp'],
    'clock mode: real time; scaled (faster than real time, the client divides its waits); per-poll (each poll moves the clock), for clients with fixed waits; or warp (Linux: the client runs unchanged, and its waits take no time)',
    { shownDefault: 'warp where it works, else scaled; scaled with --speed' },
  ),
  speed: option(
    'auto|<number>',
    'speed of a scaled clock, which the client receives as UNDERSTUDY_TIME_SCALE; auto picks a speed up to 100 for each scenario, and repeats a failed scenario at a lower speed',
    (given): 'auto' | number => (given === 'auto' ? given : readSpeed(given, 'auto, or a number', '60')),
    { default: 'auto' },
  ),
  start: option(
    '<date>|yesterday|as-written',
    'UTC date on which the clocks of the scenarios start; the dates in the tasks move with this date; the value as-written moves no dates',
    readStart,
    { default: 'yesterday', choices: starts },
  ),
  bail: flag('stop after the first scenario in which a rule is broken'),
  strict: flag(
    'count warnings and inconclusive rules as broken; end with exit code 2 if the client does not support a task',
  ),
  vary: option(
    '<number>',
    'plays each scenario with this number of drawn tasks in place of its fixed task; a new seed is drawn for each run and printed, unless --seed gives one',
    integer('a number of draws', 1, maxDraws),
    { shownDefault: 'the fixed task' },
  ),
  draw: option(
    '<number>',
    'plays only the draw with this number, to repeat it; needs the --seed of its run',
    drawNumber,
    { shownDefault: 'none' },
  ),
  list: flag('list the selected scenarios without playing them'),
  watch: flag(
    'play again after each change of a file in the folders of the client and of the scenarios; Ctrl-C ends the command',
  ),
  seed: text('<text>', configOptions.seed.description, {
    shownDefault: 'the seed of each scenario; a new one with --vary',
  }),
  scenarios: configOptions.scenarios,
  ...clientOptions({
    unit: 'scenario',
    play: 'scenario',
    line: 'scenario: rule',
    jobs: 1,
    timeout: 'twice the time of a correct client, plus one minute; with warp 600',
  }),
};
type Values = OptionValues<typeof options>;

export const command = defineCommand({
  args: ['[command...]'],
  isPassthrough: true,
  options,
  examples: [
    'run -- python3 client.py',
    "run --scenario 'answer-lost-*' --scenario client-restarted -- java Client.java",
    'run --report text --report junit=report.xml --report json=report.json --jobs 4 -- ./client',
    'run --report text --report html=report.html -- ./client',
    'run --rule no-blind-rebooking --list',
    'run --product hotel --vary 20 -- ./client',
    'run',
  ],
  run: runScenarios,
});

function readStart(given: string): string {
  if (starts.some(known => known === given)) return given;
  // The start must be before the year 9901, because a task can contain dates some years later, and a year has four digits.
  if (/^\d{4}-\d{2}-\d{2}$/.test(given) && dayNumber(given) <= dayNumber('9900-12-31')) return given;
  throw new UsageError('expected a date such as 2027-05-01, or yesterday, or as-written');
}

async function runScenarios(values: Values, words: readonly string[]): Promise<number> {
  const stop = new AbortController();
  void stopRequested().then(() => stop.abort());
  const play = () => playScenarios(values, words, stop.signal);
  if (!values.watch || values.list) return play();
  let exitCode = 0;
  const files = words.filter(word => existsSync(word) && statSync(word).isFile());
  const folders = files.length > 0 ? files.map(file => dirname(file)) : ['.'];
  const own = [values.scenarios, values.inventory].filter(path => path !== undefined);
  const { playOnChange } = await import('../play-on-change.ts');
  await playOnChange({
    roots: [...new Set([...folders, ...own])],
    inputs: [...files, ...own],
    reports: values.report.flatMap(({ file = [] }) => file),
    stop: stop.signal,
    play: async () => {
      exitCode = await play().catch(error => printError(error, 'run'));
    },
  });
  return exitCode;
}

async function playScenarios(
  values: Values,
  [program, ...args]: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const { speed, timeout, seed, jobs, bail, strict } = values;
  const draws = drawsOf(values);
  const catalogue = await loadCatalogue(values.scenarios);
  const only = values.rule.map(requireRule);
  const { scenario: globs, product: products, tag: tags } = values;
  const scenarios = selectScenarios(catalogue, { globs, products, tags, rules: only });
  if (values.list) return list(scenarios);
  requireClientFor(values.profile, program);
  await requireWritable(values.report);
  const { mode, warp, why } = await chooseRunClock(values, program !== undefined);
  const nothing = scenarios.length === 0 ? noMatch : undefined;
  for (const note of [nothing, why, program === undefined ? undefined : groupsNote])
    if (note !== undefined) console.error(`run: ${note}`);
  const ids = catalogue.map(({ id }) => id);
  const start = values.start === 'yesterday' ? usualStart(systemClock.now()) : values.start;
  const result = await runUntilStopped({
    signal,
    scenarios: start === 'as-written' ? scenarios : scenarios.map(scenario => moveScenario(scenario, start)),
    command: program === undefined ? undefined : [program, ...args],
    pace: { mode, speed, timeout },
    warp,
    ...{ seed, jobs, bail, strict },
    vary: draws && { draws },
    rules: only.length > 0 ? only : undefined,
    ...(await loadFiles(values, lines => readBaseline(lines, ids))),
    https: await loadTrustedHttps(values, program),
    repeatOptions: repeatOptions({ ...values, start, warpQuiet: warp?.quiet }),
  });
  await writeReports(documentOf(result), values.report);
  return result.exitCode;
}

function drawsOf({ vary, draw, seed, list }: Values): number[] | undefined {
  if (vary === undefined && draw === undefined) return undefined;
  const name = vary === undefined ? '--draw' : '--vary';
  if (vary !== undefined && draw !== undefined)
    throw new CliError(['--vary and --draw contradict each other; give --draw to repeat one draw of a run']);
  if (list) throw new CliError([`--list plays no scenario, so it cannot draw tasks; remove ${name}`]);
  if (vary !== undefined) return Array.from({ length: vary }, (_, index) => index + 1);
  if (seed === undefined)
    throw new CliError(['--draw needs the seed of its run; add --seed with the seed that the report shows']);
  return draw === undefined ? undefined : [draw];
}

function requireRule(given: string): RuleId {
  const rule = findRule(given);
  if (rule) return rule.id;
  const ids = rules.map(({ id }) => id);
  throw new CliError([`--rule "${given}": there is no rule with this id${didYouMean(given, ids)}`]);
}

const noMatch = 'no scenario matches these options';

function list(scenarios: readonly Scenario[]): number {
  const rows = scenarios.map(({ id, title, rules }) => [id, `${showControls(title)}\n${rules.join(', ')}`]);
  console.log(rows.length === 0 ? noMatch : columns(rows).join('\n'));
  return rows.length === 0 ? exitCodes.unproven : exitCodes.held;
}

function repeatOptions(values: Values): string[] {
  const { scenarios, profile, inventory, strict, start, warpQuiet } = values;
  return wordsOf({ start, scenarios, profile, inventory, ...neededTls(values), strict, warpQuiet });
}

/** Runs all scenarios. After Ctrl-C, ends the clients. The report then contains results only for the scenarios that ended. */
async function runUntilStopped(
  options: Omit<RunOptions, 'onProgress' | 'onNote'> & { readonly signal: AbortSignal },
): Promise<RunReport> {
  const notes = new Map<string, string>(); // notes that differ only in a number, such as that of a process, are shown once
  const progress = createProgress(process.stderr, playsOf(options.scenarios, options.vary).length);
  try {
    const onNote = (note: string) => void notes.set(note.replaceAll(/\d+/g, ''), note);
    const report = await run({ ...options, onProgress: progress.show, onNote });
    return options.signal.aborted ? { ...report, exitCode: interrupted } : report;
  } finally {
    progress.end();
    for (const note of notes.values()) console.error(`warp: ${note}`);
  }
}
