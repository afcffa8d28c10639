import { type Profile, systemClock, version } from '#contracts';
import { FaultError } from '#contracts/fault';
import type { Scenario } from '#contracts/scenario';
import { memoize } from '#contracts/util';
import type { SupplierInventory } from '#mock-server';
import { canDraw, type Drawing, loadDrawing } from '../catalogue/index.ts';
import { alignDates } from '../catalogue/node.ts';
import { isHarmless, type RuleId } from '../judge/index.ts';
import {
  collectDeviations,
  type RunReport,
  runExitCode,
  type ScenarioReport,
  type ScenarioState,
  scenarioStates,
} from '../report/index.ts';
import type { KnownFailure } from './baseline.ts';
import { createHost, type Host, type HostTls } from './host.ts';
import { inTurns } from './in-turns.ts';
import { judgePlay, labelsOf, type PassCriteria } from './judge-play.ts';
import { placeScenario } from './place-scenario.ts';
import { type ClientSetting, playWithCommand, RunEnded, UnstartableClient } from './play-command.ts';
import { judgeReference } from './play-reference.ts';
import { repeatCommand } from './repeat.ts';
import { randomSeed } from './seed.ts';
import { type Pace, type Timed, type Timing, timingOf } from './speed.ts';

export interface RunOptions {
  readonly scenarios: readonly Scenario[];
  readonly command?: readonly [program: string, ...args: string[]] | undefined;
  readonly pace: Pace;
  readonly warp?: ClientSetting['warp'];
  readonly onNote?: ((note: string) => void) | undefined;
  readonly seed?: string | undefined;
  readonly vary?: { readonly draws: readonly number[] } | undefined;
  readonly jobs: number;
  readonly bail: boolean;
  readonly strict: boolean;
  readonly rules?: readonly RuleId[] | undefined;
  readonly baseline?: readonly KnownFailure[] | undefined;
  readonly profile?: Profile | undefined;
  /** Default: the built-in inventory. */
  readonly inventory?: SupplierInventory | undefined;
  /** Default: the stand-in serves http. */
  readonly https?: HostTls | undefined;
  readonly repeatOptions?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export type Progress =
  | { readonly kind: 'began'; readonly id: string; readonly draw?: number }
  | { readonly kind: 'ended'; readonly report: ScenarioReport };

interface PlannedPlay {
  readonly scenario: Scenario;
  readonly draw?: number;
}

export const playsOf = (scenarios: readonly Scenario[], vary: RunOptions['vary']): PlannedPlay[] =>
  scenarios.flatMap((scenario): PlannedPlay[] =>
    vary && canDraw(scenario) ? vary.draws.map(draw => ({ scenario, draw })) : [{ scenario }],
  );

/** Each scenario has its own sandbox. */
export async function run(given: RunOptions): Promise<RunReport> {
  const { scenarios, command, jobs, strict, signal, onProgress, vary, baseline = [] } = given;
  const plays = playsOf(scenarios, vary);
  // The seed is absent for fixed tasks, because their inventories use the seeds of the scenarios.
  const seed = given.seed ?? (vary && randomSeed());
  const options = { ...given, seed, drawing: vary && (await loadDrawing()) };
  const began = systemClock.now();
  const stop = new AbortController();
  signal?.addEventListener('abort', () => stop.abort(), { once: true });
  const host = command && (await createHost({ ...options, catalogue: scenarios }));
  const reports = new Map<PlannedPlay, ScenarioReport>();
  const preparedFor = memoize((play: PlannedPlay) => prepare(play, options), new WeakMap());
  try {
    // With one job, each play is prepared when it begins, because a run can have many draws. With several jobs, this would delay
    // answers to the other clients, so all plays are prepared before the first client starts.
    if (jobs > 1 && command) {
      for (const play of plays) await preparedFor(play).catch(() => undefined); // `playOne` reports the error
    }
    await inTurns(plays, { jobs, isOver: () => stop.signal.aborted }, async play => {
      const { scenario, ...drawn } = play;
      onProgress?.({ kind: 'began', id: scenario.id, ...drawn });
      const one = { ...options, signal: stop.signal, prepared: preparedFor(play) };
      const stopped = () => `${whyNot(options)} while the client was playing this scenario`;
      const report = (await playOne(play, host, one)) ?? leftOut(play, stopped(), options);
      reports.set(play, report);
      onProgress?.({ kind: 'ended', report });
      if (options.bail && (report.state === 'broken' || report.state === 'harness-error')) stop.abort();
    });
  } finally {
    await host?.close();
  }
  const all = plays.map(play => reports.get(play) ?? leftOut(play, whyNot(options), options));
  const stale = staleLines(baseline, all);
  const deviations = strict ? [] : collectDeviations(all);
  const exitCode = runExitCode(all, { isStale: stale.length > 0, isStrict: strict });
  return {
    format: 'understudy-report',
    version: 1,
    understudy: version,
    command: command ? [...command] : null,
    startedAt: new Date(began).toISOString(),
    tookMs: systemClock.now() - began,
    strict,
    ...(vary && seed !== undefined && { vary: { seed, draws: [...vary.draws] } }),
    exitCode,
    summary: summaryOf(all),
    stale,
    ...(deviations.length > 0 && { deviations }),
    scenarios: all,
  };
}

const whyNot = ({ bail, signal }: RunOptions): string =>
  bail && !signal?.aborted
    ? 'the run was stopped after the first broken scenario (--bail)'
    : 'the run was stopped';

interface Prepared {
  readonly scenario: Scenario;
  readonly timing?: Exclude<Timing, { skipped: string }>;
}

/** At a place that the inventory has; or why it cannot be played. */
async function prepare(
  play: PlannedPlay,
  options: RunOptions & { readonly drawing: Drawing | undefined },
): Promise<Prepared | { readonly skipped: string }> {
  const { command, pace, seed, drawing } = options;
  const { scenario: fixed, draw } = play;
  const drawn =
    draw === undefined || seed === undefined ? undefined : drawing?.(fixed, { seed, number: draw });
  const found = await placeScenario(drawn ?? fixed, options);
  if ('skipped' in found || !command) return found;
  const { scenario } = found;
  const timing = await timingOf(scenario, options, pace);
  return 'skipped' in timing ? timing : { scenario, timing };
}

async function playOne(
  play: PlannedPlay,
  host: Host | undefined,
  options: RunOptions & { readonly prepared: ReturnType<typeof prepare> },
): Promise<ScenarioReport | undefined> {
  const { command, seed } = options;
  const { draw } = play;
  try {
    const prepared = await options.prepared;
    if ('skipped' in prepared) return leftOut(play, prepared.skipped, options);
    const { scenario, timing } = prepared;
    if (!command || !host || !timing) {
      const { report } = await judgeReference(scenario, options, criteriaOf(scenario, options));
      return withRepeat({ ...report, ...drawOf(play) }, options);
    }
    const setting = { command, signal: options.signal, warp: options.warp };
    const playAt = async (timed: Timed): Promise<ScenarioReport> => {
      const placed = alignDates(scenario, systemClock.now());
      const opened = await host.open(placed, { seed, clock: timed.clock, draw });
      try {
        const end = await playWithCommand(placed, opened, { ...setting, ...timed });
        for (const note of end.notes ?? []) options.onNote?.(note);
        const judged = judgePlay(placed, end, criteriaOf(placed, options));
        return withRepeat({ ...judged, ...drawOf(play) }, options);
      } finally {
        await opened.close();
      }
    };
    const report = await playAt(timing);
    // On a fast clock, a slow machine looks like a slow client. A failed scenario is therefore played again at a lower speed.
    const isSettled =
      isClear(report) ||
      report.state === 'not-played' ||
      timing.steady === undefined ||
      options.signal?.aborted === true;
    return isSettled ? report : await playAt(timing.steady);
  } catch (error) {
    if (error instanceof UnstartableClient) throw error;
    if (error instanceof RunEnded) return undefined;
    // The inventory can lack the place of a record in the setup of a scenario.
    if (error instanceof FaultError) return leftOut(play, error.lines.join('; '), options);
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...leftOut(play, reason, options), state: 'harness-error' };
  }
}

const drawOf = ({ draw }: PlannedPlay): Pick<ScenarioReport, 'draw'> => (draw === undefined ? {} : { draw });

const isClear = ({ state, verdicts }: ScenarioReport): boolean =>
  state === 'held' &&
  verdicts.every(one => one.verdict === 'pass' || one.verdict === 'not-observed' || isHarmless(one));

function criteriaOf({ id }: Scenario, { rules, baseline = [], strict }: RunOptions): PassCriteria {
  return {
    rules: rules && new Set(rules),
    strict,
    isKnown: rule => baseline.some(known => known.scenario === id && known.rule === rule),
  };
}

function withRepeat(report: Omit<ScenarioReport, 'repeat'>, options: RunOptions): ScenarioReport {
  const { command, pace, repeatOptions } = options;
  const { id: scenario, draw, seed = options.seed ?? 'understudy' } = report;
  const { clock = { mode: pace.mode, speed: pace.speed === 'auto' ? 1 : pace.speed } } = report;
  return { ...report, repeat: repeatCommand({ scenario, draw, seed, command, clock, pace, repeatOptions }) };
}

function leftOut(play: PlannedPlay, reason: string, options: RunOptions): ScenarioReport {
  const { id, title, outcomes, tolerated = [] } = play.scenario;
  const head = { id, ...drawOf(play), title, ...labelsOf(play.scenario) };
  const allowed = [...outcomes, ...tolerated];
  const nothing = { calls: 0, tookMs: 0, virtualMs: 0, verdicts: [], exchanges: [] };
  return withRepeat({ ...head, state: 'not-played', reason, allowed, ...nothing }, options);
}

/** Did not happen in any play, although their rule was judged. */
function staleLines(baseline: readonly KnownFailure[], all: readonly ScenarioReport[]): RunReport['stale'] {
  return baseline.filter(({ scenario, rule }) => {
    const ofScenario = all.filter(({ id }) => id === scenario);
    const verdicts = ofScenario.flatMap(report => report.verdicts.filter(one => one.rule === rule));
    return verdicts.length > 0 && verdicts.every(({ known }) => known !== true);
  });
}

function summaryOf(all: readonly ScenarioReport[]): RunReport['summary'] {
  const count = (state: ScenarioState) => all.filter(report => report.state === state).length;
  return Object.fromEntries(scenarioStates.map(state => [state, count(state)])) as RunReport['summary']; // fromEntries drops the key types
}
