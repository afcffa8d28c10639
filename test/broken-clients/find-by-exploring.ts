import { nameOfFailure } from '#scenarios/explore/counterexamples';
import { flows } from '#scenarios/explore/flows';
import { type PlayRun, playInProcess, type Run } from '#scenarios/explore/play';
import { createSearch } from '#scenarios/explore/search';
import { writeSchedule } from '#scenarios/explore/shorthand';
import type { BrokenClient } from './broken-client.ts';

/** The first failure that an exploration finds in a broken client. */
export interface Found {
  readonly flow: string;
  readonly schedule: readonly string[];
  readonly failure: string;
  /** The number of runs up to the failure. */
  readonly runs: number;
}

const reference = playInProcess({});

/**
 * Explores a broken client, without its scenario and its rule, until something breaks that the reference client does not break in
 * the same run.
 *
 * @param maxRuns the maximum number of runs, for all flows together
 * @returns the failure; undefined if the exploration finds none
 */
export async function findByExploring(
  { breakIt }: Pick<BrokenClient, 'breakIt'>,
  maxRuns: number,
): Promise<Found | undefined> {
  const play = playInProcess(breakIt);
  const search = createSearch(1);
  let runs = 0;
  const check = async (flow: (typeof flows)[number], run: Run): Promise<Found | undefined> => {
    runs += 1;
    if (run.broken.length === 0) return undefined;
    const right = new Set((await reference(flow, run.schedule)).broken.map(nameOfFailure));
    const [failure] = run.broken.map(nameOfFailure).filter(name => !right.has(name));
    return failure === undefined
      ? undefined
      : { flow: flow.id, schedule: writeSchedule(run.schedule), failure, runs };
  };
  for (const flow of flows) {
    const base = await play(flow, []);
    const found = await check(flow, base);
    if (found) return found;
    search.start(flow, base);
  }
  return searchOn(play, { search, check, isOver: () => runs >= maxRuns });
}

interface Rest {
  readonly search: ReturnType<typeof createSearch>;
  readonly check: (flow: (typeof flows)[number], run: Run) => Promise<Found | undefined>;
  isOver(): boolean;
}

/** Plays the runs with one disturbance, the most promising first. */
async function searchOn(play: PlayRun, { search, check, isOver }: Rest): Promise<Found | undefined> {
  for (;;) {
    const [planned] = search.next(1);
    if (!planned || isOver()) return undefined;
    const run = await play(planned.flow, planned.schedule);
    const found = await check(planned.flow, run);
    if (found) return found;
    search.add(planned, run);
  }
}
