import type { ReportedVerdict, RunReport, ScenarioReport } from '#contracts/report';
import type { Scenario } from '#contracts/scenario';
import { type RunOptions, run } from '#scenarios/run/run';

/** How a scenario is played by the reference client as a process of its own. */
interface Way {
  readonly pace: RunOptions['pace'];
  readonly args: readonly string[];
}

const scaled = (speed: 'auto' | number): Way => ({ pace: { mode: 'scaled', speed }, args: [] });

/** Those that last a day and longer, each as fast as it can still be played; all others are as fast as `auto` has it. */
const longOnes: Readonly<Record<string, Way>> = {
  // Nobody can wait for a day by any scale: the client's waits take no time, and the sandbox jumps from poll to poll.
  'on-request-expired': { pace: { mode: 'per-poll', speed: 'auto' }, args: ['jumping'] },
  // Five minutes: the five that conditions are good for are then one second of real time.
  'retoken-expired': scaled(312),
  // A minute: nothing in it counts in less than a day, which is then two seconds.
  'static-data-kept': scaled(50_000),
};

const usual = scaled('auto');

/** How a scenario is played over a port. */
export const wayOf = (id: string): Way => longOnes[id] ?? usual;

/** What is played over a port, and how many at once. */
interface OverPort {
  readonly scenarios: readonly Scenario[];
  readonly jobs: number;
}

/** Plays scenarios with the reference client as a process of its own, those that mostly wait beside the others. */
export async function playOverPort({ scenarios, jobs }: OverPort): Promise<Pick<RunReport, 'scenarios'>> {
  const play = (some: readonly Scenario[], { pace, args }: Way): Promise<RunReport> =>
    run({
      scenarios: some,
      command: [process.execPath, 'test/scenarios/run/reference-adapter.ts', ...args],
      pace,
      jobs,
      bail: false,
      strict: false,
    });
  const long = scenarios.filter(({ id }) => id in longOnes);
  const others = scenarios.filter(({ id }) => !(id in longOnes));
  const reports = await Promise.all([
    play(others, usual),
    ...long.map(scenario => play([scenario], wayOf(scenario.id))),
  ]);
  const played = new Map(reports.flatMap(report => report.scenarios.map(one => [one.id, one] as const)));
  return { scenarios: scenarios.flatMap(({ id }) => played.get(id) ?? []) };
}

/**
 * Where a play over a port was judged otherwise than the same one in this process: a rule may be one that the clock cannot
 * tell there, and the reason then says so, and no other difference is right.
 */
export function otherwise(
  overPort: ScenarioReport,
  inProcess: { readonly verdicts: readonly Pick<ReportedVerdict, 'rule' | 'verdict'>[] },
): string[] {
  return overPort.verdicts.flatMap(({ rule, verdict, reason, findings }) => {
    const there = inProcess.verdicts.find(one => one.rule === rule)?.verdict;
    if (verdict === there || (verdict === 'inconclusive' && reason !== undefined)) return [];
    const told = findings[0]?.message ?? reason ?? '';
    return [`${overPort.id}: ${rule} is ${verdict} over a port, and ${there} in process. ${told}`];
  });
}
