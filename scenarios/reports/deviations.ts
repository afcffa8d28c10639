import { asDefined, describeDeviation, isHarmless } from '../judge/index.ts';
import type { RunReport, ScenarioReport } from './schema.ts';

type DeviationOfRun = NonNullable<RunReport['deviations']>[number];

/** The maximum number of scenarios that the text about one deviation lists. */
const maxListed = 10;

/** Collects the deviations that the stand-in accepts: one entry for each kind of deviation, with its places and scenarios. */
export function collectDeviations(scenarios: readonly ScenarioReport[]): DeviationOfRun[] {
  const found = new Map<string, DeviationOfRun>();
  for (const { id, verdicts } of scenarios)
    for (const { rule, findings } of verdicts)
      for (const { harmless } of findings) {
        if (!harmless) continue;
        const key = `${rule} ${harmless.deviation}`;
        const known = found.get(key) ?? { rule, ...harmless, places: [], scenarios: [] };
        const places = [...new Set([...known.places, ...harmless.places])];
        found.set(key, { ...known, places, scenarios: [...new Set([...known.scenarios, id])] });
      }
  return [...found.values()];
}

/** Returns the scenarios of a run without the deviations that the report lists once for the whole run. */
export function withoutDeviations({ scenarios, deviations }: RunReport): ScenarioReport[] {
  if (!deviations) return scenarios;
  return scenarios.map(scenario => ({
    ...scenario,
    verdicts: scenario.verdicts.map(verdict => ({
      ...verdict,
      // If a rule has only such findings, this scenario has no warning about the rule.
      ...(isHarmless(verdict) && { verdict: 'pass' as const }),
      findings: verdict.findings.filter(({ harmless }) => harmless === undefined),
    })),
  }));
}

/** Returns a deviation of a run as text: the number of scenarios, the message, the scenarios, and the advice. */
export function deviationText({ rule, scenarios, ...deviation }: DeviationOfRun): {
  readonly title: string;
  readonly lines: readonly string[];
} {
  const count = scenarios.length === 1 ? '1 scenario' : `${scenarios.length} scenarios`;
  const more = scenarios.length - maxListed;
  const listed = [...scenarios.slice(0, maxListed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const lines = [describeDeviation(deviation), `Scenarios: ${listed}`, asDefined];
  return { title: `${rule} (a warning, in ${count})`, lines };
}
