import { brokenRules, findingsByRule, playsOfRun, playsOfTraffic, type RuleFindings } from './by-rule.ts';
import { deviationText } from './deviations.ts';
import { oneLine } from './escape.ts';
import { explorationMarkdown } from './exploration-text.ts';
import { details, escapeMarkdown, table } from './markdown-table.ts';
import { harnessErrors, nothingJudged, remarksByText } from './remarks.ts';
import { nounOf } from './rule-text.ts';
import type { Report, RunReport, VerdictReport, WriteReport } from './schema.ts';
import { stateWords } from './states.ts';
import { counted, listed, nameOfPlay, summaryLine, varyLines } from './summary.ts';
import { warpLines } from './virtual-time.ts';

/**
 * Writes the report as Markdown, for a step summary of GitHub Actions or a comment: a table of the rules, errors before warnings,
 * and a folded table of the scenarios.
 */
export const markdown: WriteReport = report => ['### Understudy', '', ...linesOf(report), ''].join('\n');

function linesOf(report: Report): string[] {
  if (report.format === 'understudy-exploration') return explorationMarkdown(report);
  return report.format === 'understudy-report' ? runLines(report) : judgedLines(report);
}

/** The maximum number of scenarios that a cell lists. */
const maxInCell = 5;

function runLines(report: RunReport): string[] {
  const remarks = remarksByText(report);
  const isOurs = ({ kind }: (typeof remarks)[number]) => kind === 'harness-error';
  const remarkLine = ({ text, scenarios }: (typeof remarks)[number]) =>
    `- ${escapeMarkdown(text)} (${listed(scenarios, maxInCell)})`;
  const stale = report.stale.map(({ scenario, rule }) => `- \`${scenario}: ${rule}\``);
  const deviations = (report.deviations ?? []).map(deviation => {
    const { title, lines } = deviationText(deviation);
    return `- ${[title, ...lines].map(escapeMarkdown).join(' ')}`;
  });
  return [
    `**${summaryLine(report)}**`,
    ...block(warpLines(report)),
    ...block(varyLines(report).map(oneLine)),
    ...block(remarks.filter(isOurs).map(remarkLine)),
    ...block(ruleTable(findingsByRule(playsOfRun(report)), nounOf(report))),
    ...block(
      stale.length > 0
        ? ['The baseline lists failures that did not happen; remove these lines:', '', ...stale]
        : [],
    ),
    ...block(remarks.filter(one => !isOurs(one)).map(remarkLine)),
    ...block(deviations),
    ...block(scenarioTable(report)),
  ];
}

/** Returns lines after an empty line; nothing for no lines. */
const block = (lines: readonly string[]): string[] => (lines.length > 0 ? ['', ...lines] : []);

const words = { fail: 'BROKEN', warn: 'warning', known: 'known' } as const;

/** Returns a row for each rule with a finding: what happened in one scenario, and the scenarios. */
function ruleTable(groups: readonly RuleFindings[], noun: string): string[] {
  const rows = groups.map(({ rule, weight, names, proof }) => [
    `\`${rule}\``,
    words[weight],
    names.length > 1 ? `${names.length}: ${listed(names, maxInCell)}` : (names[0] ?? ''),
    `${proof.message} ${proof.expected}`,
  ]);
  return rows.length === 0 ? [] : table(['rule', 'verdict', `${noun}s`, 'what happened'], rows);
}

function scenarioTable(report: RunReport): string[] {
  const plays = playsOfRun(report);
  const rows = report.scenarios.map((scenario, index) => {
    const { state, outcome = '' } = scenario;
    const broken = plays[index] ? brokenRules(plays[index]) : [];
    const rules = broken.map(rule => `\`${rule}\``).join(', ');
    return [nameOfPlay(scenario), stateWords[state], outcome, rules];
  });
  const lines = table(['scenario', 'state', 'outcome', 'broken rules'], rows);
  return rows.length === 0 ? [] : details('All scenarios', lines);
}

function judgedLines(report: VerdictReport): string[] {
  const nothing = nothingJudged(report);
  if (nothing !== undefined) return [nothing];
  const { judged } = report;
  const groups = findingsByRule(playsOfTraffic(report));
  const calls = judged.reduce((sum, one) => sum + one.calls, 0);
  const errors = judged.flatMap(harnessErrors).map(line => `- ${escapeMarkdown(line)}`);
  const sum = `${counted(calls, 'call')} judged`;
  if (groups.length + errors.length === 0) return [`${sum}: no rule was broken`];
  return [sum, ...block(errors), ...block(ruleTable(groups, 'source'))];
}
