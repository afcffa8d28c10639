import {
  findingLines,
  findingsOf,
  indent,
  type Paint,
  quoteLines,
  remarksOf,
  type Style,
  tame,
} from '../judged/index.ts';
import type { RunReport, ScenarioReport } from '../report/index.ts';
import type { FormatReport } from './formats.ts';
import { painter } from './painter.ts';
import { stateWords, summaryLine } from './words.ts';

/** The report for people: a line for each scenario, then what was wrong in each, then the sum. */
export const textReport: FormatReport = (report, { colors }) => {
  const paint = painter(colors);
  const told = report.scenarios.map(scenario => scenarioPart(scenario, paint)).filter(part => part !== '');
  const parts = [
    scenarioLines(report, paint).join('\n'),
    ...told,
    ...staleLines(report),
    paint('bold', summaryLine(report)),
  ];
  return `${parts.join('\n\n')}\n`;
};

/** As people write durations of tests. */
const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const styles: Readonly<Record<ScenarioReport['state'], Style>> = {
  held: 'green',
  warned: 'yellow',
  unproven: 'yellow',
  broken: 'red',
  'harness-error': 'magenta',
  'not-played': 'dim',
};

function scenarioLines({ scenarios }: RunReport, paint: Paint): string[] {
  const width = Math.max(0, ...scenarios.map(({ id }) => id.length));
  const longest = Math.max(0, ...scenarios.map(({ state }) => stateWords[state].length));
  return scenarios.map(({ id, state, tookMs, outcome, verdicts }) => {
    const word = paint(styles[state], stateWords[state].padEnd(longest));
    const broken = verdicts
      .filter(({ verdict, known }) => verdict === 'fail' && !known)
      .map(({ rule }) => rule);
    const untold = verdicts.filter(({ verdict, named }) => verdict === 'inconclusive' && named);
    const what = broken.length > 0 ? broken.join(', ') : [outcome ?? [], notTold(untold)].flat().join('  ');
    const time = state === 'not-played' ? '' : inSeconds(tookMs);
    return `${id.padEnd(width)}  ${word}  ${time.padStart(7)}  ${what}`.trimEnd();
  });
}

/** Rules that a scenario is played for, and that nobody can tell by it: who reads "held" is not to take them for kept. */
const notTold = (untold: ScenarioReport['verdicts']): string[] =>
  untold.length === 0 ? [] : [`not told: ${untold.map(({ rule }) => rule).join(', ')}`];

/** What is to be said of a scenario beyond its line; empty where that says all. */
function scenarioPart(scenario: ScenarioReport, paint: Paint): string {
  const findings = findingsOf(scenario);
  const remarks = remarksOf(scenario);
  if (findings.length === 0 && remarks.length === 0) return '';
  const { id, title, state, repeat, trouble, output } = scenario;
  return [
    `${paint('bold', id)}: ${title}`,
    ...remarks.map(remark => indent(tame(remark), 2)),
    ...findingLines(findings, paint),
    ...(trouble === undefined || output === undefined
      ? []
      : ['', '  The end of its output:', indent(quoteLines(output.trimEnd()), 4)]),
    ...(state === 'not-played' ? [] : ['', `  Play it again: ${repeat}`]),
  ].join('\n');
}

function staleLines({ stale }: RunReport): string[] {
  if (stale.length === 0) return [];
  const lines = stale.map(({ scenario, rule }) => `  ${scenario}: ${rule}`);
  return [['The baseline lists what did not happen; take it out:', ...lines].join('\n')];
}
