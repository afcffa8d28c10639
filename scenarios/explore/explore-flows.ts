import { systemClock } from '#contracts';
import { inTurns } from '../run/node.ts';
import { createCollector } from './counterexamples.ts';
import { type Exploration, type Explored, type ExploredFlow, newTracesOf, playedRun } from './exploration.ts';
import type { Flow, Subject } from './flows.ts';
import type { Effects } from './injections.ts';
import { noResult, orStopped, type PlayRun, type Run, traceLines } from './play.ts';
import { createSearch, type PlannedRun } from './search.ts';
import type { Schedule } from './shorthand.ts';

export interface ExploreSetting<S extends Subject = Flow> {
  readonly flows: readonly S[];
  readonly play: PlayRun<S>;
  readonly jobs: number;
  readonly depth: number;
  readonly maxRuns?: number | undefined;
  readonly budget?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ExploreProgress) => void) | undefined;
}

export interface ExploreProgress {
  readonly runs: number;
  readonly left: number;
  readonly newTraces: number;
  readonly failures: number;
}

interface Collector<S extends Subject> {
  add(flow: S, run: Run): Promise<void> | void;
  /** Of failures. */
  count(): number;
}

/** It does not depend on `jobs`, so that the order stays. */
const batch = 64;

interface Exploring<S extends Subject> {
  /** `base`: a run without a disturbance. */
  whyNot(subject: S, base: Run): string | undefined | Promise<string | undefined>;
  /** Asks the same after a second equal run, with more runs. */
  probe?(subject: S, base: Run): Promise<string | undefined>;
  readonly collector: Collector<S>;
  /** For tests, which have one client. */
  readonly shared?: Effects | undefined;
}

/** Equal settings and an equal client give equal results, with any number of jobs. */
export async function exploreFlows(setting: ExploreSetting): Promise<Exploration> {
  const collector = createCollector(setting.play, setting.signal);
  const explored = await exploreAll({ ...setting, collector, whyNot: whyNotExplored });
  return { ...explored, ...collector.found() };
}

/** All single disturbances, and then guided combinations. */
export async function exploreAll<S extends Subject>(
  setting: ExploreSetting<S> & Exploring<S>,
): Promise<Explored> {
  const { onProgress, depth, maxRuns = Number.POSITIVE_INFINITY, budget, collector } = setting;
  const search = createSearch<S>(depth, setting.shared);
  const played: Explored['played'][number][] = [];
  const until = budget === undefined ? Number.POSITIVE_INFINITY : systemClock.now() + budget;
  const endedBy = (): Explored['ended'] | undefined => {
    if (setting.signal?.aborted) return 'stopped';
    return played.length >= maxRuns || systemClock.now() >= until ? 'budget' : undefined;
  };
  const explored: ExploredFlow[] = [];
  let ended: Explored['ended'] | undefined;
  try {
    const started = new Map<S, Started>();
    const isOver = () => endedBy() !== undefined;
    await inTurns(setting.flows, { jobs: setting.jobs, isOver }, async flow => {
      const found = await startFlow(flow, setting).catch(orStopped(setting.signal, undefined));
      if (found) started.set(flow, found);
    });
    for (const flow of setting.flows) {
      const { base, explored: found } = started.get(flow) ?? { explored: notStarted(flow) };
      explored.push(found);
      if (!base) continue;
      await collector.add(flow, base);
      if (found.state === 'explored') search.start(flow, base);
    }
    while (!ended) {
      ended = endedBy();
      const planned = ended ? [] : search.next(Math.min(batch, maxRuns - played.length));
      if (planned.length === 0) break;
      const results = await playAll(planned, { ...setting, isOver });
      search.giveBack(planned.slice(results.length));
      for (const { planned: one, run } of results) {
        played.push(playedRun(run, search.add(one, run)));
        await collector.add(one.flow, run);
      }
      onProgress?.({
        runs: played.length,
        left: search.left(),
        newTraces: newTracesOf(played),
        failures: collector.count(),
      });
    }
  } catch (error) {
    if (!setting.signal?.aborted) throw error;
    ended = 'stopped';
  }
  return {
    ended: ended ?? 'complete',
    depth,
    flows: explored,
    played,
    skipped: search.skipped(),
    left: ended ? search.left() : 0,
  };
}

const notStarted = (flow: Subject): ExploredFlow =>
  exploredAs(flow, { outcome: '', calls: [] }, 'the exploration ended before it could start');

const exploredAs = (
  { id }: Subject,
  { outcome, calls }: Pick<Run, 'outcome' | 'calls'>,
  reason: string | undefined,
): ExploredFlow => ({
  id,
  state: reason === undefined ? 'explored' : 'not-played',
  outcome,
  calls: calls.map(({ operation }) => operation),
  ...(reason !== undefined && { reason }),
});

type Started = { readonly explored: ExploredFlow; readonly base?: Run };

/** A client that behaves differently in two runs without disturbances is not explored. */
async function startFlow<S extends Subject>(
  flow: S,
  { play, whyNot, probe }: Pick<ExploreSetting<S> & Exploring<S>, 'play' | 'whyNot' | 'probe'>,
): Promise<Started> {
  const base = await play(flow, []);
  const reason = await whyNot(flow, base);
  const isToReport = base.broken.length > 0 && base.calls.length > 0;
  if (reason !== undefined) return { explored: exploredAs(flow, base, reason), ...(isToReport && { base }) };
  const again = await play(flow, []);
  if (base.trace !== again.trace) {
    const why = 'the client behaved differently in two equal runs without a fault';
    const traces = [base, again].map(traceLines);
    return { explored: { ...exploredAs(flow, base, why), state: 'non-deterministic', traces } };
  }
  const problem = await probe?.(flow, base);
  return { explored: exploredAs(flow, base, problem), ...(problem === undefined && { base }) };
}

function whyNotExplored({ scenario }: Flow, { state, outcome, why, broken }: Run): string | undefined {
  if (state === 'not-played') return why ?? 'the client does not support this flow';
  if (outcome === noResult || state === 'not-applicable') return why ?? 'the client reported no result';
  const expected: readonly string[] = scenario.outcomes;
  const isIncomplete = broken.some(({ rule }) => rule === 'outcome-as-expected');
  if (!isIncomplete && (broken.length > 0 || expected.includes(outcome))) return undefined;
  const reason = why === undefined ? '' : ` (${why})`;
  return `without a disturbance, the client reported ${outcome}${reason} instead of ${expected.join(' or ')}; mend this before you explore the flow`;
}

/** In the order of the planned runs, up to the first one that was not played because the exploration is over. */
async function playAll<S extends Subject>(
  planned: readonly PlannedRun<S>[],
  { play, jobs, signal, isOver }: Pick<ExploreSetting<S>, 'play' | 'jobs' | 'signal'> & { isOver(): boolean },
): Promise<{ readonly planned: PlannedRun<S>; readonly run: Run }[]> {
  const results: { readonly planned: PlannedRun<S>; readonly run: Run }[] = [];
  await inTurns([...planned.entries()], { jobs, isOver }, async ([index, one]) => {
    const run = await play(one.flow, one.schedule).catch(orStopped(signal, undefined));
    if (run) results[index] = { planned: one, run }; // a run during which the exploration was stopped has no result
  });
  const missing = planned.findIndex((_, index) => results[index] === undefined);
  return missing < 0 ? results : results.slice(0, missing);
}

/** Plays one run, in place of an exploration. */
export async function replay<S extends Subject = Flow>(
  play: PlayRun<S>,
  flow: S,
  schedule: Schedule,
  collector?: Collector<S>,
): Promise<Exploration<S>> {
  const run = await play(flow, schedule, true);
  await collector?.add(flow, run);
  const reasons: Partial<Record<Run['state'], string>> = {
    'not-applicable': run.why ?? 'these disturbances contradict each other',
    'not-reached': 'the client did not make a call of this schedule',
    'not-played': run.why ?? 'the client does not support this flow',
  };
  return {
    ended: 'complete',
    depth: Math.max(1, schedule.length),
    flows: [exploredAs(flow, run, reasons[run.state])],
    played: [playedRun(run, true)],
    skipped: { knownState: 0, sameEffect: 0 },
    left: 0,
    counterexamples: run.broken.map(broken => ({ flow, broken, schedule, run, runs: 1, also: [] })),
    unsteady: [],
    extraRuns: 0,
  };
}
