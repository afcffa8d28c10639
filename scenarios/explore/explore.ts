import type { Client } from '#client';
import type { Product } from '#contracts';
import { type Outcome, outcomes, type Scenario } from '#contracts/scenario';
import type { ExplorationReport, ExploredReport } from '../report/index.ts';
import type { ClientSetting } from '../run/index.ts';
import { readExploreBaseline } from './baseline.ts';
import { type Counterexample, createCollector } from './counterexamples.ts';
import { type ExploreSetting, exploreAll } from './explorer.ts';
import { type Flow, selectFlows } from './flows.ts';
import { scenarioOf } from './injections.ts';
import { noResult, type PlayRun, type Run } from './play.ts';
import { playInProcess } from './play-flow.ts';
import { reportOn } from './report.ts';
import { resumable } from './resume.ts';
import { injectionText } from './trace.ts';

/** Options of `explore`. */
export interface ExploreOptions {
  /** The ids of the flows, such as `hotel-prepaid`; by default all flows. */
  readonly flows?: readonly string[] | undefined;
  /** Only flows that book one of these products; by default all products. */
  readonly products?: readonly Product[] | undefined;
  /** The maximum number of disturbances in one run; by default 1. */
  readonly depth?: number | undefined;
  /** The maximum number of runs; by default no limit. */
  readonly maxRuns?: number | undefined;
  /** Known failures, with a line `flow: invariant` for each. They do not change the exit code in the report. */
  readonly baseline?: string | undefined;
  /** The seed of the inventory; by default `understudy`. */
  readonly seed?: string | undefined;
  /** Stops the exploration early when this signal aborts. The report is then partial. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Explores a client in this process, on virtual time: disturbs every call with every fault, kills the client at every call, and
 * judges each run by the books of the supplier. Equal arguments give equal reports.
 *
 * @param client creates the client under test for a run, and again after each crash; by default the reference client. The ledger in
 *   the setting survives a crash
 * @returns the report, with a smallest example for each failure
 * @throws UsageError for an unknown flow, or if no flow books the products
 * @throws UsageError for a wrong line in the baseline
 * @example
 * const { failures } = await explore(setting => createMyClient(setting), { flows: ['hotel'], depth: 1 });
 * expect(failures).toEqual([]);
 */
export async function explore(
  client?: (setting: ClientSetting) => Client,
  options: ExploreOptions = {},
): Promise<ExplorationReport> {
  const { flows: ids, products, depth = 1, maxRuns, baseline = '', seed = 'understudy', signal } = options;
  const known = readExploreBaseline(baseline);
  const flows = selectFlows(ids, products);
  const play = playInProcess({ seed, client });
  return exploreFlows({ flows, play, jobs: 1, depth, maxRuns, signal, seed, known }, playInProcess({ seed }));
}

/** @param reference plays the reference client, which gives the expectation of the scenarios */
export async function exploreFlows(setting: ExploreSetting, reference: PlayRun): Promise<ExploredReport> {
  const { signal, replay } = setting;
  const play = await resumable(setting);
  const collector = createCollector(play, { signal, isReplay: replay !== undefined });
  const explored = await exploreAll({ ...setting, play }, { collector, whyNot: whyNotExplored });
  return reportOn(explored, collector.found(), setting, {
    options: ['--flow'],
    detailsOf: async (one, number) => ({ scenario: { ...(await regressionOf(one, number, reference)) } }),
    isExplored: line =>
      explored.flows.some(({ id, state }) => state === 'explored' && line.startsWith(`${id}:`)),
  });
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

/** With these, a client may give up or leave the booking open. The books show whether they are true. */
const cautious = ['ask-support', 'pending', 'error', 'failed', 'unavailable'] as const;

/** Expects what the reference client does, or else what the books allow. A more cautious client passes, because an exploration accepts it. */
export async function regressionOf(
  { flow, run: { schedule }, broken }: Pick<Counterexample, 'flow' | 'run' | 'broken'>,
  number: number,
  reference: PlayRun,
): Promise<Scenario> {
  const { clocks: _, trigger: __, surname: ___, ...rest } = scenarioOf(flow, schedule);
  const right = await reference(flow, schedule);
  const allowed = outcomesOf(right);
  // If the client gave up without need, only the outcome of the reference client shows that it no longer does.
  const isGivenUp = broken.level === 'should' || broken.rule === 'outcome-as-expected';
  const tolerated = isGivenUp ? [] : cautious.filter(outcome => !allowed.includes(outcome));
  const { services, charges = [] } = right.books as Scenario['truth']; // the books contain only known statuses
  return {
    ...rest,
    id: `explored-${flow.id}-${number}`,
    title: `A client broke ${broken.invariant} after: ${schedule.map(injectionText).join('; ') || 'no disturbance'}.`,
    tags: ['explored'],
    rules: ['outcome-as-expected'],
    outcomes: allowed,
    ...(tolerated.length > 0 && { tolerated }),
    truth: { services, ...(charges.length > 0 && { charges }) },
  };
}

function outcomesOf({ outcome, state, books }: Run): [Outcome, ...Outcome[]] {
  const reported = outcomes.find(one => one === outcome);
  if (state !== 'broken' && reported !== undefined) return [reported];
  const isConfirmed = books.services.length > 0 && books.services.every(status => status === 'confirmed');
  return isConfirmed ? ['confirmed', 'ask-support'] : ['ask-support', 'pending'];
}
