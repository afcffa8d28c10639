import { systemClock } from '#contracts';
import type { ExplorationReport } from '../report/index.ts';
import { inTurns } from '../run/node.ts';
import type { Flow, Subject } from './flows.ts';
import type { Schedule } from './injections.ts';
import { orStopped, type PlayRun, type Run, traceLines } from './play.ts';
import { createSearch, type Effects, type PlannedRun } from './search.ts';

export interface ExploreSetting<S extends Subject = Flow> {
  readonly flows: readonly S[];
  readonly play: PlayRun<S>;
  readonly jobs: number;
  readonly depth: number;
  readonly maxRuns?: number | undefined;
  readonly budget?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Plays one run of the first flow with this schedule, in place of an exploration. */
  readonly replay?: Schedule | undefined;
  readonly onProgress?: ((progress: ExploreProgress) => void) | undefined;
  readonly seed: string;
  readonly command?: readonly string[] | undefined;
  /** Lines of the baseline. */
  readonly known?: readonly string[] | undefined;
  /** Further options of the command that plays a failure again. */
  readonly replayOptions?: readonly string[] | undefined;
  /** Keeps the results of runs in a file. */
  readonly resume?:
    | {
        readonly path: string;
        /** Of the inventory. */
        readonly records?: unknown;
        /** Called once, with a sentence, if the results of further runs cannot be kept. */
        warn(sentence: string): void;
      }
    | undefined;
}

export interface ExploreProgress extends Pick<ExplorationReport, 'runs' | 'left' | 'newTraces'> {
  readonly failures: number;
}

/** What explorations of flows and of tests do in different ways. */
interface Kind<S extends Subject> {
  /** `base`: a run without a disturbance. */
  whyNot(subject: S, base: Run): string | undefined | Promise<string | undefined>;
  /** Asks the same after a second equal run, with more runs. */
  probe?(subject: S, base: Run): Promise<string | undefined>;
  readonly collector: {
    add(flow: S, run: Run): Promise<void> | void;
    /** Of failures. */
    count(): number;
  };
  /** For tests, which have one client. */
  readonly shared?: Effects | undefined;
}

/** What the counts of a report need of a run. An exploration has thousands of runs, so their calls and outputs are not kept. */
export interface PlayedRun extends Pick<Run, 'schedule' | 'state'> {
  /** The id of the test, and its verdict. */
  readonly test?: string | undefined;
  readonly isRed?: boolean | undefined;
  readonly isNew: boolean;
}

type ExploredFlow = ExplorationReport['flows'][number];

export interface Explored extends Pick<ExplorationReport, 'ended' | 'depth' | 'flows' | 'skipped' | 'left'> {
  readonly played: readonly PlayedRun[];
}

/** It does not depend on `jobs`, so that the order stays. */
const batch = 64;

/** All single disturbances, and then guided combinations. Equal settings and an equal client give equal results, with any number of jobs. */
export async function exploreAll<S extends Subject>(
  setting: ExploreSetting<S>,
  kind: Kind<S>,
): Promise<Explored> {
  const { flows, replay, depth, jobs, signal, onProgress } = setting;
  const { maxRuns = Number.POSITIVE_INFINITY, budget = Number.POSITIVE_INFINITY } = setting;
  const [only] = flows;
  if (replay && only) return replayOne(only, replay, setting, kind);
  const { collector } = kind;
  const search = createSearch<S>(depth, kind.shared);
  const played: PlayedRun[] = [];
  const until = systemClock.now() + budget;
  const endedBy = (): Explored['ended'] | undefined => {
    if (signal?.aborted) return 'stopped';
    return played.length >= maxRuns || systemClock.now() >= until ? 'budget' : undefined;
  };
  const limits = { jobs, isOver: () => endedBy() !== undefined };
  const started = flows.map((flow): Started<S> => ({ flow, explored: notStarted(flow) }));
  await inTurns([...flows.entries()], limits, async ([index, flow]) => {
    const found = await startFlow(flow, setting.play, kind).catch(orStopped(signal, undefined));
    if (found) started[index] = found;
  });
  for (const { flow, base, explored } of started) {
    if (base) await collector.add(flow, base);
    if (base && explored.state === 'explored') search.start(flow, base);
  }
  let ended = endedBy();
  while (!ended) {
    const planned = search.next(Math.min(batch, maxRuns - played.length));
    if (planned.length === 0) break;
    const results = await playAll(planned, setting, limits);
    search.giveBack(planned.slice(results.length));
    for (const { flow, run } of results) {
      played.push(playedRun(flow, run, search.add(flow, run)));
      await collector.add(flow, run);
    }
    const newTraces = played.filter(({ isNew }) => isNew).length;
    onProgress?.({ runs: played.length, left: search.left(), newTraces, failures: collector.count() });
    ended = endedBy();
  }
  return {
    ended: ended ?? 'complete',
    depth,
    flows: started.map(({ explored }) => explored),
    played,
    skipped: search.skipped,
    left: ended ? search.left() : 0,
  };
}

const playedRun = ({ id }: Subject, { schedule, state, test }: Run, isNew: boolean): PlayedRun => ({
  schedule,
  state,
  ...(test && { test: id, isRed: test.isRed }),
  isNew,
});

interface Started<S extends Subject> {
  readonly flow: S;
  readonly explored: ExploredFlow;
  readonly base?: Run;
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

/** A client that behaves differently in two runs without disturbances is not explored. */
async function startFlow<S extends Subject>(
  flow: S,
  play: PlayRun<S>,
  { whyNot, probe }: Kind<S>,
): Promise<Started<S>> {
  const base = await play(flow, []);
  const reason = await whyNot(flow, base);
  const isToReport = base.broken.length > 0 && base.calls.length > 0;
  if (reason !== undefined)
    return { flow, explored: exploredAs(flow, base, reason), ...(isToReport && { base }) };
  const again = await play(flow, []);
  if (base.trace !== again.trace) {
    const why = 'the client behaved differently in two equal runs without a fault';
    const traces = [base, again].map(traceLines);
    return { flow, explored: { ...exploredAs(flow, base, why), state: 'non-deterministic', traces } };
  }
  const problem = await probe?.(flow, base);
  return { flow, explored: exploredAs(flow, base, problem), ...(problem === undefined && { base }) };
}

/** In the order of the planned runs, up to the first one that was not played because the exploration is over. */
async function playAll<S extends Subject>(
  planned: readonly PlannedRun<S>[],
  { play, signal }: ExploreSetting<S>,
  limits: Parameters<typeof inTurns>[1],
): Promise<{ readonly flow: S; readonly run: Run }[]> {
  const results: { readonly flow: S; readonly run: Run }[] = [];
  await inTurns([...planned.entries()], limits, async ([index, { flow, schedule }]) => {
    const run = await play(flow, schedule).catch(orStopped(signal, undefined));
    if (run) results[index] = { flow, run }; // a run during which the exploration was stopped has no result
  });
  const missing = planned.findIndex((_, index) => results[index] === undefined);
  return missing < 0 ? results : results.slice(0, missing);
}

async function replayOne<S extends Subject>(
  flow: S,
  schedule: Schedule,
  { play }: ExploreSetting<S>,
  { collector }: Kind<S>,
): Promise<Explored> {
  const run = await play(flow, schedule, true);
  await collector.add(flow, run);
  const reasons: Partial<Record<Run['state'], string>> = {
    'not-applicable': run.why ?? 'these disturbances contradict each other',
    'not-reached': 'the client did not make a call of this schedule',
    'not-played': run.why ?? 'the client does not support this flow',
  };
  return {
    ended: 'complete',
    depth: Math.max(1, schedule.length),
    flows: [exploredAs(flow, run, reasons[run.state])],
    played: [playedRun(flow, run, true)],
    skipped: { knownState: 0, sameEffect: 0 },
    left: 0,
  };
}
