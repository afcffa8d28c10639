import { findingsOf, nameOfPlay, type ReportedFinding } from './findings.ts';
import type { ScenarioReport } from './schema.ts';

/** The findings of one scenario in a report that explains each rule only once. */
export interface ScenarioFindings {
  /** The findings of rules that no earlier scenario of the report has. */
  readonly findings: readonly ReportedFinding[];
  /** The other findings of the scenario: one for each rule, with the name of the scenario that explains the rule. */
  readonly earlier: readonly { readonly finding: ReportedFinding; readonly explainedIn: string }[];
  /** Returns the names of the later scenarios with a finding of the same rule. */
  alsoIn(finding: ReportedFinding): readonly string[];
}

/** A warning of a rule and a broken rule are explained separately, so that the warning does not hide the failure. */
const keyOf = ({ rule, weight }: ReportedFinding): string => `${rule} ${weight}`;

/**
 * Returns the findings of each scenario. A rule that several scenarios break is explained in the first of them.
 *
 * @example explainOnce(report.scenarios)[1]?.earlier[0]?.explainedIn // 'hotel-confirmed'
 */
export function explainOnce(scenarios: readonly ScenarioReport[]): ScenarioFindings[] {
  const namesByKey = new Map<string, string[]>();
  const all = scenarios.map(scenario => {
    const name = nameOfPlay(scenario);
    const findings = findingsOf(scenario);
    for (const key of new Set(findings.map(keyOf)))
      namesByKey.set(key, [...(namesByKey.get(key) ?? []), name]);
    return { name, findings };
  });
  const namesOf = (finding: ReportedFinding): string[] => namesByKey.get(keyOf(finding)) ?? [];
  return all.map(({ name, findings }) => {
    const isFirst = (finding: ReportedFinding) => namesOf(finding)[0] === name;
    const byKey = Map.groupBy(findings, keyOf);
    return {
      findings: findings.filter(isFirst),
      earlier: [...byKey.values()].flatMap(([finding]) =>
        finding && !isFirst(finding) ? [{ finding, explainedIn: namesOf(finding)[0] ?? '' }] : [],
      ),
      alsoIn: finding => namesOf(finding).slice(1),
    };
  });
}
