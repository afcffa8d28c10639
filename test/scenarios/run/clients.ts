import { catalogue } from '#scenarios';
import type { RunReport, ScenarioReport } from '#scenarios/report/schema';
import { type RunOptions, run } from '#scenarios/run/run';
import { program } from '../../programs/index.ts';

/** The reference client in its own process. */
export const referenceClient: [string, string] = [
  process.execPath,
  program('test/scenarios/run/reference-adapter.ts'),
];

type Command = [string, ...string[]];
export const scriptClient = (script: string): Command => [
  ...([process.execPath, '--input-type=module', '--eval', script] as const),
];

/** Returns a client that only writes a report. */
export const reporter = (result: unknown): Command => ['printf', '%s\\n', JSON.stringify(result)];

export function runIds(ids: readonly string[], options: Partial<RunOptions> = {}): Promise<RunReport> {
  const scenarios = catalogue.filter(({ id }) => ids.includes(id));
  const pace = { mode: 'scaled', speed: 'auto' } as const;
  return run({ scenarios, pace, jobs: 2, bail: false, strict: false, ...options });
}

export async function play(id: string, command: Command, options: Partial<RunOptions> = {}) {
  const [report] = (await runIds([id], { command, ...options })).scenarios;
  if (!report) throw new Error(`no scenario ${id}`);
  return report;
}

export const verdictOn = ({ verdicts }: ScenarioReport, rule: string) =>
  verdicts.find(one => one.rule === rule);

export const messageOn = (report: ScenarioReport, rule = 'outcome-as-expected'): string | undefined =>
  verdictOn(report, rule)?.findings[0]?.message;
