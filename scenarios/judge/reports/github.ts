import { findingsOf, remarksOf } from '../judged/index.ts';
import type { RunReport, ScenarioReport } from '../report/index.ts';
import { stateWords, summaryLine } from './words.ts';

/**
 * What GitHub Actions shows beside the log: an error for each broken rule, a warning for what is warned of or unproven.
 *
 * @returns workflow commands, a line each
 */
export function githubAnnotations({ scenarios, stale }: RunReport): string[] {
  const ofStale = stale.map(({ scenario, rule }) =>
    annotation(
      'error',
      `${scenario}: the baseline is stale`,
      `${rule} was not broken; take "${scenario}: ${rule}" out`,
    ),
  );
  return [...scenarios.flatMap(annotationsOf), ...ofStale];
}

function annotationsOf(scenario: ScenarioReport): string[] {
  const { id, state, repeat } = scenario;
  if (state === 'not-played') return [];
  const remarks = remarksOf(scenario).map(remark =>
    annotation(state === 'harness-error' ? 'error' : 'warning', id, remark),
  );
  const findings = findingsOf(scenario).filter(({ weight }) => weight !== 'known');
  const told = findings.map(({ rule, weight, message, expected }) =>
    annotation(
      weight === 'fail' ? 'error' : 'warning',
      `${id}: ${rule}`,
      `${message}\nA correct client: ${expected}\nPlay it again: ${repeat}`,
    ),
  );
  return [...remarks, ...told];
}

/** A workflow command that shows a text beside the log. */
export function annotation(level: 'error' | 'warning', title: string, text: string): string {
  const name = escapeText(title).replaceAll(',', '%2C').replaceAll(':', '%3A');
  return `::${level} title=${name}::${escapeText(text)}`;
}

const escapeText = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A run as Markdown, for the summary of a step. */
export function githubSummary(report: RunReport): string {
  const rows = report.scenarios.map(({ id, state, outcome = '', verdicts }) => {
    const broken = verdicts
      .filter(({ verdict, known }) => verdict === 'fail' && !known)
      .map(({ rule }) => `\`${rule}\``);
    return `| ${id} | ${stateWords[state]} | ${outcome} | ${broken.join(', ')} |`;
  });
  return [
    '### Understudy',
    '',
    summaryLine(report),
    '',
    '| scenario | state | outcome | broken rules |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
