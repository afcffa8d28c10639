import { readFile } from 'node:fs/promises';
import { addDays, systemClock, utcDate } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { nearest } from '#contracts/util';
import { findRule, type RuleId, rules } from '../judge/index.ts';
import { moveScenario, unreadable } from '../load/index.ts';
import { type RunReport, writeReport } from '../reports/index.ts';
import {
  BaselineError,
  exitCodes,
  type KnownFailure,
  type RunOptions,
  readBaseline,
  run,
  selectScenarios,
  UnknownName,
  UnstartableClient,
} from '../runner/index.ts';
import { CliError } from './cli-error.ts';
import { columns } from './columns.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { loadProfile } from './load-profile.ts';
import type { Values } from './options.ts';
import { createProgress } from './progress.ts';
import { interrupted, stopRequested } from './stop-signals.ts';
import { requireRoom, writeReports } from './write-reports.ts';

/**
 * Plays scenarios with the client that a command starts, or with the reference client, and writes reports.
 *
 * @returns the exit code: 0 all held, 1 something broken, 2 something unproven, 70 a failure of ours, 130 after Ctrl-C
 * @throws CliError for scenarios, tags, rules and files that there are none of, and for a command that cannot be started
 */
export async function runScenarios(values: Values, command: readonly string[]): Promise<number> {
  const { profile, report, list: isList } = values;
  const catalogue = await loadCatalogue(values);
  const only = values.rule.map(requireRule);
  const scenarios = select(catalogue, { ...values, rules: only });
  if (isList) return list(scenarios);
  const [program, ...args] = command;
  if (program === undefined && profile !== undefined)
    throw new CliError(['--profile is for a client of your own; give its command behind "--"']);
  await requireRoom(report);
  // A clock ahead of the machine's would let who compares a date with the machine's wait until then.
  const start = values.start === 'yesterday' ? addDays(utcDate(systemClock.now()), -1) : values.start;
  const options: Omit<RunOptions, 'signal' | 'onProgress'> = {
    scenarios: start === 'as-written' ? scenarios : scenarios.map(scenario => moveScenario(scenario, start)),
    ...(program !== undefined && { command: [program, ...args] }),
    pace: {
      mode: values.pace,
      speed: values.speed,
      ...(values.timeout !== undefined && { timeout: values.timeout * 1_000 }),
    },
    seed: values.drawFrom,
    jobs: values.jobs,
    bail: values.bail,
    strict: values.strict,
    rules: only.length > 0 ? only : undefined,
    baseline: await loadBaseline(values.baseline, catalogue),
    profile: await loadProfile(profile),
    further: furtherOptions({ ...values, start }),
  };
  const result = await runUntilStopped(options);
  await writeReports((format, paint) => writeReport(format, result, paint), report);
  return result.exitCode;
}

/** Not where options are read: every command would load the judge for it. */
function requireRule(given: string): RuleId {
  const rule = findRule(given);
  if (rule) return rule.id;
  const near = nearest(
    given,
    rules.map(({ id }) => id),
  );
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  throw new CliError([`--rule "${given}": there is no such rule${hint}`]);
}

function select(
  catalogue: readonly Scenario[],
  {
    globs,
    product,
    tag,
    rules: wanted,
  }: Pick<Values, 'globs' | 'product' | 'tag'> & { rules: readonly RuleId[] },
): Scenario[] {
  try {
    return selectScenarios(catalogue, { globs, products: product, tags: tag, rules: wanted });
  } catch (error) {
    throw error instanceof UnknownName ? new CliError([error.message]) : error;
  }
}

function list(scenarios: readonly Scenario[]): number {
  const rows = scenarios.map(({ id, title, rules }) => [id, `${title}\n${rules.join(', ')}`]);
  console.log(rows.length === 0 ? 'no scenario fits' : columns(rows).join('\n'));
  return rows.length === 0 ? exitCodes.unproven : exitCodes.held;
}

/** What a command that plays one scenario again has to say as well. */
function furtherOptions({ scenarios, profile, strict, start }: Values): string[] {
  return [
    '--start',
    start,
    ...(scenarios === undefined ? [] : ['--scenarios', scenarios]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(strict ? ['--strict'] : []),
  ];
}

async function loadBaseline(
  path: string | undefined,
  catalogue: readonly Scenario[],
): Promise<KnownFailure[] | undefined> {
  if (path === undefined) return undefined;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError([`--baseline ${path}: ${unreadable(error).message}`]);
  });
  try {
    return readBaseline(
      text,
      catalogue.map(({ id }) => id),
    );
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    throw new CliError(error.problems.map(problem => `--baseline ${path}: ${problem}`));
  }
}

/** Runs until it is done, or asked to end: then clients are ended, and what was played by then is reported. */
async function runUntilStopped(options: Omit<RunOptions, 'signal' | 'onProgress'>): Promise<RunReport> {
  const stop = new AbortController();
  void stopRequested().then(() => stop.abort());
  const progress = createProgress(process.stderr, options.scenarios.length);
  try {
    const report = await run({ ...options, signal: stop.signal, onProgress: progress.show });
    return stop.signal.aborted ? { ...report, exitCode: interrupted } : report;
  } catch (error) {
    throw error instanceof UnstartableClient ? new CliError([`run: ${error.message}`]) : error;
  } finally {
    progress.end();
  }
}
