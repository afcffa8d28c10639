import type { Scenario } from '#contracts/scenario';
import type { Verdict } from '#scenarios/judge';
import type { RunReport, ScenarioReport } from '#scenarios/report/schema';
import { inTurns } from '#scenarios/run/in-turns';
import { run } from '#scenarios/run/run';
import { timingOf } from '#scenarios/run/speed';
import { program } from '../../test/programs/index.ts';

/** How a client in its own process runs a scenario. */
export interface Way {
  readonly mode: 'scaled' | 'per-poll';
  readonly speed: number;
  /** Further arguments of the reference client. */
  readonly args: readonly string[];
}

const scaled = (speed: number): Way => ({ mode: 'scaled', speed, args: [] });

/** Scenarios that last a day or longer, each at the highest speed at which it still works. */
const longOnes: Readonly<Record<string, Way>> = {
  // No scale makes a day short enough. The client's waits take no time, and the sandbox jumps from poll to poll.
  'on-request-expired': { mode: 'per-poll', speed: 1, args: ['jumping'] },
  // It lasts five minutes. The five minutes for which conditions are valid are then one second of real time.
  'retoken-expired': scaled(312),
  // Nothing in it takes less than a day, which is then two seconds of real time.
  'static-data-kept': scaled(50_000),
};

const known = new Map<string, Way>();

/** Returns the clock mode and speed of a scenario over a port. The speed suits a busy machine, so that verdicts never vary. */
export async function wayOf(scenario: Scenario): Promise<Way> {
  const way = known.get(scenario.id) ?? longOnes[scenario.id] ?? (await measuredWayOf(scenario));
  known.set(scenario.id, way);
  return way;
}

async function measuredWayOf(scenario: Scenario): Promise<Way> {
  const timing = await timingOf(scenario, {}, { mode: 'scaled', speed: 'auto', timeout: 1 });
  if ('skipped' in timing) throw new Error(`${scenario.id} cannot be played over a port: ${timing.skipped}`);
  return scaled((timing.steady ?? timing).clock.speed);
}

/** The time limit in milliseconds. Some broken clients continue for hours after a correct client would have ended. */
const patience = 15 * 60_000;

/** Runs a scenario with a script as the client under test. */
export async function playWith(
  script: readonly string[],
  scenario: Scenario,
  { mode, speed }: Pick<Way, 'mode' | 'speed'>,
): Promise<ScenarioReport> {
  const { scenarios } = await run({
    scenarios: [scenario],
    command: [process.execPath, ...script],
    // With both set, the run measures nothing in this process, which serves other clients at the same time.
    pace: { mode, speed, timeout: patience },
    jobs: 1,
    bail: false,
    strict: false,
  });
  const [report] = scenarios;
  if (!report) throw new Error(`${scenario.id} was not played`);
  return report;
}

/** Runs scenarios with the reference client in its own process. Scenarios that mostly wait run concurrently. */
export async function playOverPort(
  scenarios: readonly Scenario[],
  jobs: number,
): Promise<Pick<RunReport, 'scenarios'>> {
  const reports = new Map<string, ScenarioReport>();
  const play = async (scenario: Scenario): Promise<void> => {
    const way = await wayOf(scenario);
    const script = [program('test/scenarios/run/reference-adapter.ts'), ...way.args];
    reports.set(scenario.id, await playWith(script, scenario, way));
  };
  const long = scenarios.filter(({ id }) => id in longOnes);
  const others = scenarios.filter(({ id }) => !(id in longOnes));
  await Promise.all([...long.map(play), inTurns(others, { jobs, isOver: () => false }, play)]);
  return { scenarios: scenarios.flatMap(({ id }) => reports.get(id) ?? []) };
}

/**
 * Returns the verdicts over a port that differ from those in this process. A rule that the clock cannot observe over a port
 * may be `inconclusive` with a reason. On a fast clock, a busy machine can also leave out the case of a rule, so that the rule is
 * `not-observed`: this accuses no client. Any other difference is an error.
 */
export function otherwise(
  overPort: ScenarioReport,
  inProcess: { readonly verdicts: readonly Pick<Verdict, 'rule' | 'verdict'>[] },
): string[] {
  return overPort.verdicts.flatMap(({ rule, verdict, reason, findings }) => {
    const there = inProcess.verdicts.find(one => one.rule === rule)?.verdict;
    const isOpen = verdict === 'inconclusive' || (verdict === 'not-observed' && there === 'pass');
    if (verdict === there || (isOpen && reason !== undefined)) return [];
    const verdictText = findings[0]?.message ?? reason ?? '';
    return [`${overPort.id}: ${rule} is ${verdict} over a port, and ${there} in process. ${verdictText}`];
  });
}
