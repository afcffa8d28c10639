import { type EarlierFinding, findingsOf, nameOfPlay, type ReportedFinding } from './findings.ts';
import type { ScenarioReport } from './schema.ts';

/** The findings of one scenario in a report that explains each rule only once. */
export interface ScenarioFindings {
  /** The findings of rules that have no finding in any earlier scenario of the report. */
  readonly findings: readonly ReportedFinding[];
  /** The first finding of each rule that already has a finding in an earlier scenario. */
  readonly earlier: readonly EarlierFinding[];
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
  const all = scenarios.map(scenario => ({
    name: nameOfPlay(scenario),
    byKey: Map.groupBy(findingsOf(scenario), keyOf),
  }));
  const having = (finding: ReportedFinding) => all.filter(({ byKey }) => byKey.has(keyOf(finding)));
  return all.map(own => {
    const findings = [...own.byKey.values()];
    const isFirst = (of: readonly ReportedFinding[]) => of[0] && having(of[0])[0] === own;
    return {
      findings: findings.filter(isFirst).flat(),
      earlier: findings
        .filter(of => !isFirst(of))
        .flatMap(([finding]) => {
          const first = finding && having(finding)[0];
          if (!first) return [];
          const messages = first.byKey.get(keyOf(finding))?.map(({ message }) => message) ?? [];
          return { finding, explainedIn: first.name, isSame: messages.includes(finding.message) };
        }),
      alsoIn: finding =>
        having(finding)
          .map(({ name }) => name)
          .slice(1),
    };
  });
}
