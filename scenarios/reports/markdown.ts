import { deviationText } from './deviations.ts';
import { explorationMarkdown } from './exploration.ts';
import { nameOfPlay, nothingJudged, oneLine, summaryLine, varyLines } from './findings.ts';
import type { Report, RunReport, VerdictReport, WriteReport } from './schema.ts';
import { stateWords } from './states.ts';
import { warpLines } from './virtual-time.ts';

/** Writes the report as a Markdown table, for a step summary of GitHub Actions or a comment. */
export const markdown: WriteReport = report => ['### Understudy', '', ...linesOf(report), ''].join('\n');

function linesOf(report: Report): string[] {
  if (report.format === 'understudy-exploration') return explorationMarkdown(report);
  return report.format === 'understudy-report' ? runLines(report) : judgedLines(report);
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map(cell => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...rows.map(row)];
}

function runLines(report: RunReport): string[] {
  const rows = report.scenarios.map(scenario => {
    const { state, outcome = '', verdicts } = scenario;
    const broken = verdicts.filter(({ verdict, known }) => verdict === 'fail' && !known);
    return [
      nameOfPlay(scenario),
      stateWords[state],
      outcome,
      broken.map(({ rule }) => `\`${rule}\``).join(', '),
    ];
  });
  const deviations = (report.deviations ?? []).map(deviation => {
    const { title, lines } = deviationText(deviation);
    return `- ${[title, ...lines].map(oneLine).join(' ')}`;
  });
  const drawn = varyLines(report).flatMap(line => ['', oneLine(line)]);
  return [
    summaryLine(report),
    ...warpLines(report).flatMap(line => ['', line]),
    ...drawn,
    '',
    ...table(['scenario', 'state', 'outcome', 'broken rules'], rows),
    ...(deviations.length > 0 ? ['', ...deviations] : []),
  ];
}

function judgedLines(report: VerdictReport): string[] {
  const nothing = nothingJudged(report);
  if (nothing !== undefined) return [nothing];
  const { judged } = report;
  const rows = judged.flatMap(({ source, verdicts }) =>
    verdicts
      .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-observed')
      .map(({ rule, verdict }) => [source, `\`${rule}\``, verdict]),
  );
  const calls = judged.reduce((sum, one) => sum + one.calls, 0);
  if (rows.length === 0) return [`${calls} calls judged: no rule was broken`];
  return [`${calls} calls judged`, '', ...table(['traffic', 'rule', 'verdict'], rows)];
}
