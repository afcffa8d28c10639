import type { Clock } from '#contracts';
import { createCollector } from './counterexamples.ts';
import type { Exploration, ExploredFlow } from './exploration.ts';
import type { Flow } from './flows.ts';
import { createMatrix } from './matrix.ts';
import type { PlayRun, Run } from './play.ts';
import { createSearch, type Wanted } from './search.ts';

/** The settings of an exploration. */
export interface ExploreSetting {
  readonly flows: readonly Flow[];
  readonly play: PlayRun;
  /** The number of runs that are played at the same time. */
  readonly jobs: number;
  /** The maximum number of disturbances in one run. */
  readonly depth: number;
  /** The maximum number of runs. */
  readonly maxRuns?: number | undefined;
  /** The maximum duration in milliseconds of the clock. */
  readonly budget?: number | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ExploreProgress) => void) | undefined;
}

/** The state of a running exploration. */
export interface ExploreProgress {
  readonly runs: number;
  /** An estimate of the runs that are left, from what is known now. */
  readonly left: number;
  readonly newTraces: number;
  readonly failures: number;
}

/** The runs that are played before their results are added. The number does not depend on `jobs`, so that the order stays. */
const batch = 64;

/**
 * Plays flows with all single disturbances, and then with guided combinations, and collects what the client breaks. Equal settings
 * and an equal client give equal results, with any number of jobs.
 *
 * @throws every error of `play`
 * @example (await exploreFlows({ flows, play: playInProcess({}), jobs: 1, depth: 1, clock: systemClock })).counterexamples
 */
export async function exploreFlows(setting: ExploreSetting): Promise<Exploration> {
  const {
    play,
    jobs,
    clock,
    signal,
    onProgress,
    depth,
    maxRuns = Number.POSITIVE_INFINITY,
    budget,
  } = setting;
  const search = createSearch(depth);
  const collector = createCollector(play);
  const matrix = createMatrix();
  const until = budget === undefined ? Number.POSITIVE_INFINITY : clock.now() + budget;
  const explored: ExploredFlow[] = [];
  const curve: [number, number][] = [];
  const states = { held: 0, warned: 0, broken: 0, 'not-applicable': 0, 'not-reached': 0, 'not-played': 0 };
  const byDepth: number[] = Array.from({ length: depth }, () => 0);
  let runs = 0;
  let newTraces = 0;
  for (const flow of setting.flows) {
    const found = await startFlow(flow, play);
    explored.push(found.explored);
    if (!found.base) continue;
    search.start(flow, found.base);
    await collector.add(flow, found.base);
  }
  let ended: Exploration['ended'] = 'complete';
  for (;;) {
    if (signal?.aborted) ended = 'stopped';
    else if (runs >= maxRuns || clock.now() >= until) ended = 'budget';
    if (ended !== 'complete') break;
    const wanted = search.next(Math.min(batch, maxRuns - runs));
    if (wanted.length === 0) break;
    const results = await playAll(wanted, { play, jobs });
    for (const [index, run] of results.entries()) {
      const one = wanted[index];
      if (!one) continue;
      runs += 1;
      byDepth[one.schedule.length - 1] = (byDepth[one.schedule.length - 1] ?? 0) + 1;
      states[run.state] += 1;
      matrix.add(run);
      if (search.add(one, run)) newTraces += 1;
      if (run.broken.length > 0) await collector.add(one.flow, run);
    }
    curve.push([runs, newTraces]);
    onProgress?.({ runs, left: search.left(), newTraces, failures: collector.all.length });
  }
  return {
    ended,
    depth,
    flows: explored,
    runs,
    byDepth,
    extraRuns: collector.extraRuns(),
    states,
    newTraces,
    skipped: search.skipped(),
    left: ended === 'complete' ? 0 : search.left(),
    curve: thinned(curve),
    matrix: matrix.rows(),
    counterexamples: collector.all,
    unsteady: collector.unsteady,
  };
}

/** Plays a flow twice without disturbances, so that a client that behaves differently each time is not explored. */
async function startFlow(flow: Flow, play: PlayRun): Promise<{ explored: ExploredFlow; base?: Run }> {
  const [base, again] = [await play(flow, []), await play(flow, [])];
  const { id } = flow;
  const calls = base.calls.map(({ operation }) => operation);
  const { outcome } = base;
  if (base.state === 'not-played')
    return {
      explored: {
        id,
        state: 'not-played',
        outcome,
        calls,
        reason: base.why ?? 'the client does not support this flow',
      },
    };
  if (base.trace === again.trace) return { explored: { id, state: 'explored', outcome, calls }, base };
  const traces = [base, again].map(({ calls: all }) =>
    all.map(({ operation, answer }) => `${operation} → ${answer}`),
  );
  const reason = 'the client behaved differently in two equal runs without a fault';
  return { explored: { id, state: 'non-deterministic', outcome, calls, reason, traces } };
}

/** Plays runs at the same time. Returns the results in the order of the wanted runs. */
async function playAll(
  wanted: readonly Wanted[],
  { play, jobs }: Pick<ExploreSetting, 'play' | 'jobs'>,
): Promise<Run[]> {
  const results: Run[] = [];
  const waiting = [...wanted.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { flow, schedule }] = next;
      results[index] = await play(flow, schedule);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}

const maxPoints = 40;

/** Returns at most a few points of the curve, with the last point. */
function thinned(curve: readonly [number, number][]): [number, number][] {
  const step = Math.max(1, Math.ceil(curve.length / maxPoints));
  return curve.filter((_, index) => index % step === 0 || index === curve.length - 1);
}
