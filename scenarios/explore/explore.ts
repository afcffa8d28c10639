import type { Client } from '#client';
import type { Product } from '#contracts';
import type { ExplorationReport } from '../report/index.ts';
import type { ClientSetting } from '../run/index.ts';
import { readExploreBaseline } from './baseline.ts';
import { exploreFlows } from './explore-flows.ts';
import { selectFlows } from './flows.ts';
import { playInProcess } from './play.ts';
import { explorationReport } from './report.ts';

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
  const flows = selectFlows({ ids, products });
  const play = playInProcess({ seed, client });
  const exploration = await exploreFlows({ flows, play, jobs: 1, depth, maxRuns, signal });
  return explorationReport(exploration, { seed, known, reference: playInProcess({ seed }) });
}
