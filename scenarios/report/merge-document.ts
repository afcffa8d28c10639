// Makes a document of several reports of `run` side by side.
import { findRule } from '../judge/index.ts';
import type { DocumentPage, Finding, Mark, ReportDocument, Section } from './document.ts';
import { runFacts } from './page.ts';
import { type RunReport, type ScenarioReport, type ScenarioState, stateWords } from './schema.ts';
import { oneLine } from './text.ts';
import { counted, nameOfPlay, summaryLine } from './wording.ts';

/** A report of a run, with the name that people know it by, such as the name of a client. */
export interface NamedReport {
  readonly name: string;
  readonly report: RunReport;
}

type Result = 'broken' | 'warned' | 'kept' | 'unknown';

/** A rule that a scenario breaks in at least one report. */
type MergedFinding = ReturnType<typeof findingsOf>[number];

const changes = {
  new: { style: 'red', title: 'New', tone: 'bad' },
  still: { style: 'red', title: 'Still failing', tone: 'bad' },
  unknown: { style: 'yellow', title: 'Failing in some reports', tone: 'warn' },
  fixed: { style: 'green', title: 'Fixed', tone: 'good' },
} as const;
type Change = keyof typeof changes;
const allChanges = Object.keys(changes) as Change[]; // Object.keys has the return type string[]

export function mergeDocument(reports: readonly NamedReport[]): ReportDocument {
  const data = compareReports(reports);
  const { plays, findings } = data;
  const names = reports.map(({ name }) => oneLine(name));
  const parts = allChanges.map((change): Section => {
    const own = findings.filter(one => one.change === change);
    const { style, title } = changes[change];
    const byRule = Map.groupBy(own, ({ rule }) => rule);
    return {
      heading: [style, `${title}: ${own.length}`],
      columns: ['rule', 'scenarios'],
      findings: [...byRule].map(([rule, found]) => ruleFinding(rule, found, names)),
    };
  });
  const broken = reports.map(({ report: { scenarios } }, index) => {
    const count = scenarios.filter(({ state }) => state === 'broken').length;
    return `${names[index]}: ${count} of ${counted(scenarios.length, 'scenario')} broken`;
  });
  const all = `${counted(plays.length, 'scenario')}, ${counted(reports.length, 'report')}`;
  return { data, page: () => mergePage(reports, data), parts, suites: [], summary: [all, ...broken] };
}

function ruleFinding(rule: string, found: readonly MergedFinding[], names: readonly string[]): Finding {
  const where = found.map(({ play, results, change }) => {
    const broken = names.filter((_, index) => results[index] === 'broken');
    return oneLine(change === 'unknown' ? `${play} (${broken.join(', ')})` : play);
  });
  const line = `${rule}: ${where.join(', ')}`;
  return {
    level: 'note',
    title: rule,
    rule,
    cells: [`\`${rule}\``, where.join(', ')],
    lines: () => [`  ${line}`],
  };
}

/** A finding is new if only the last report has it, and fixed if only the first one has it. */
export function compareReports(named: readonly NamedReport[]) {
  const all = named.map(
    ({ report }) => new Map(report.scenarios.map(scenario => [nameOfPlay(scenario), scenario])),
  );
  const names = [...new Set(all.flatMap(scenarios => [...scenarios.keys()]))];
  const plays = names.map(name => ({ name, scenarios: all.map(scenarios => scenarios.get(name)) }));
  return {
    plays: plays.map(({ name, scenarios }) => ({ name, states: scenarios.map(one => one?.state) })),
    findings: plays.flatMap(({ name, scenarios }) => findingsOf(name, scenarios)),
  };
}

function findingsOf(play: string, plays: readonly (ScenarioReport | undefined)[]) {
  const broken = plays.flatMap(one => one?.verdicts.filter(({ verdict }) => verdict === 'fail') ?? []);
  return [...new Set(broken.map(({ rule }) => rule))].map(rule => {
    const verdicts = plays.map(one => one?.verdicts.find(verdict => verdict.rule === rule));
    /** One for each report. */
    const results = verdicts.map(one => resultOf(one?.verdict));
    const message = verdicts.flatMap(one => one?.findings ?? []).at(-1)?.message ?? '';
    return { play, rule, results, change: changeOf(results), message };
  });
}

function resultOf(verdict: string | undefined): Result {
  if (verdict === 'fail') return 'broken';
  if (verdict === 'warn') return 'warned';
  return verdict === 'pass' ? 'kept' : 'unknown';
}

function changeOf(results: readonly Result[]): Change {
  const [first, last] = [results[0], results.at(-1)];
  if (first === 'broken' && last === 'broken') return 'still';
  if (last === 'broken') return first === 'unknown' ? 'unknown' : 'new';
  if (first === 'broken') return last === 'unknown' ? 'unknown' : 'fixed';
  return 'unknown';
}

const stateTones: Readonly<Record<ScenarioState, Mark['tone']>> = {
  broken: 'bad',
  'harness-error': 'bad',
  warned: 'warn',
  unproven: 'warn',
  'not-played': 'none',
  held: 'good',
};
const resultTones = { broken: 'bad', warned: 'warn', kept: 'good', unknown: 'none' } as const;

function mergePage(
  reports: readonly NamedReport[],
  { plays, findings }: ReturnType<typeof compareReports>,
): DocumentPage {
  const names = reports.map(({ name }) => name);
  const own = (change: Change) => findings.filter(one => one.change === change);
  const found = allChanges.filter(change => own(change).length > 0);
  const sums = found.map(change => `${own(change).length} ${changes[change].title.toLowerCase()}`);
  const isBetter = findings.length === own('fixed').length;
  const facts = reports.map(({ report }) => [['Result', summaryLine(report)] as const, ...runFacts(report)]);
  const rowOf = ({ change, rule, play, results, message }: MergedFinding) => ({
    cells: [
      { text: changes[change].title, tone: changes[change].tone },
      `${rule}: ${findRule(rule)?.title ?? ''}`,
      play,
      ...results.map(text => ({ text: text === 'unknown' ? 'not judged' : text, tone: resultTones[text] })),
      message,
    ],
  });
  return {
    kind: 'document',
    headline: {
      text: sums.join(', ') || 'No report has a broken rule',
      tone: own('new').length > 0 ? 'bad' : isBetter ? 'good' : 'warn',
    },
    what: `${reports.length} runs`,
    facts: [],
    notes: [],
    tables: [
      {
        title: 'Reports',
        columns: ['report', ...(facts[0] ?? []).map(([name]) => name)],
        rows: facts.map((own, index) => ({ cells: [names[index] ?? '', ...own.map(([, value]) => value)] })),
      },
      {
        title: 'Broken rules',
        columns: ['change', 'rule', 'scenario', ...names, 'what happened'],
        rows: found.flatMap(own).map(rowOf),
      },
      {
        title: 'Scenarios',
        columns: ['scenario', ...names],
        rows: plays.map(({ name, states }) => ({
          cells: [name, ...states.map(stateMark)],
          isQuiet: new Set(states).size === 1,
        })),
      },
    ],
  };
}

const stateMark = (state: ScenarioState | undefined): Mark =>
  state ? { text: stateWords[state], tone: stateTones[state] } : { text: 'missing', tone: 'none' };
