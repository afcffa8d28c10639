import type { RunReport, ScenarioReport } from '../schema.ts';
import { nameOfPlay, summaryLine } from '../summary.ts';
import { pageRules, statementsOf } from './page-rules.ts';
import { runFacts } from './plays-page.ts';
import type { MergedFinding, MergePage } from './types.ts';

/** A report of a run, with the name that people know it by, such as the name of a client. */
export interface NamedReport {
  readonly name: string;
  readonly report: RunReport;
}

type Result = MergedFinding['results'][number];
type Scenarios = ReadonlyMap<string, ScenarioReport>;

/**
 * Puts several reports side by side. A finding is new if only the last report has it, and fixed if only the first one has it.
 *
 * @example mergePage([{ name: 'before', report: before }, { name: 'after', report: after }]).findings
 */
export function mergePage(named: readonly NamedReport[]): MergePage {
  const all = named.map(
    ({ report }): Scenarios => new Map(report.scenarios.map(scenario => [nameOfPlay(scenario), scenario])),
  );
  const names = [...new Set(all.flatMap(scenarios => [...scenarios.keys()]))];
  const plays = names.map(name => ({
    name,
    title: all.map(scenarios => scenarios.get(name)?.title).find(title => title !== undefined) ?? '',
    states: all.map(scenarios => scenarios.get(name)?.state),
  }));
  const findings = names.flatMap(name => findingsOf(name, all));
  const rules = pageRules(new Set(findings.map(({ rule }) => rule)));
  return {
    kind: 'merge',
    reports: named.map(({ name, report }) => ({
      name,
      facts: [['Result', summaryLine(report)] as const, ...runFacts(report)],
    })),
    plays,
    rules,
    clauses: statementsOf(new Set(rules.flatMap(rule => rule.clauses))),
    findings,
  };
}

/** Returns the rules that a scenario breaks in at least one report. */
function findingsOf(play: string, all: readonly Scenarios[]): MergedFinding[] {
  const plays = all.map(scenarios => scenarios.get(play));
  const rules = new Set(plays.flatMap(one => (one ? brokenIn(one).map(({ rule }) => rule) : [])));
  return [...rules].map(rule => {
    const results = plays.map(one => resultOf(one, rule));
    const message = plays.flatMap(
      one => one?.verdicts.find(verdict => verdict.rule === rule)?.findings ?? [],
    );
    return { play, rule, results, change: changeOf(results), message: message.at(-1)?.message ?? '' };
  });
}

const brokenIn = ({ verdicts }: ScenarioReport) => verdicts.filter(({ verdict }) => verdict === 'fail');

function resultOf(scenario: ScenarioReport | undefined, rule: string): Result {
  const verdict = scenario?.verdicts.find(one => one.rule === rule)?.verdict;
  if (verdict === 'fail') return 'broken';
  if (verdict === 'warn') return 'warned';
  return verdict === 'pass' ? 'kept' : 'unknown';
}

/** Compares the first report with the last one. */
function changeOf(results: readonly Result[]): MergedFinding['change'] {
  const [first, last] = [results[0], results.at(-1)];
  if (first === 'broken' && last === 'broken') return 'still';
  if (last === 'broken') return first === 'unknown' ? 'unknown' : 'new';
  if (first === 'broken') return last === 'unknown' ? 'unknown' : 'fixed';
  return 'unknown';
}
