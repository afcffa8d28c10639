import type { Verdict } from '../judge/index.ts';
import { deviationText, withoutDeviations } from './deviations.ts';
import { quoteLines, showControls } from './escape.ts';
import { explorationParts } from './exploration.ts';
import {
  earlierLines,
  findingLines,
  findingsOf,
  harnessErrors,
  nameOfPlay,
  nothingJudged,
  oneLine,
  remarksOf,
  summaryLine,
  varyLines,
} from './findings.ts';
import { explainOnce, type ScenarioFindings } from './once-per-rule.ts';
import { indent, type Paint, type Style } from './paint.ts';
import type { Judged, Report, RunReport, ScenarioReport, VerdictReport, WriteReport } from './schema.ts';
import { stateWords } from './states.ts';
import { warpLines } from './virtual-time.ts';

/** Returns the report as readable text: the findings with their proof, and a summary. */
export const text: WriteReport = (report, paint) => {
  const parts = partsOf(report, paint);
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
};

function partsOf(report: Report, paint: Paint): string[] {
  if (report.format === 'understudy-exploration') return explorationParts(report, paint);
  return report.format === 'understudy-report' ? runParts(report, paint) : judgedParts(report, paint);
}

/** Returns the parts of the report on a run: a line for each scenario, the findings of each scenario and of the run, the summary. */
function runParts(report: RunReport, paint: Paint): string[] {
  return [
    ...varyLines(report),
    scenarioLines(report, paint).join('\n'),
    ...scenarioParts(withoutDeviations(report), paint),
    ...deviationParts(report, paint),
    ...staleLines(report),
    [paint('bold', summaryLine(report)), ...warpLines(report)].join('\n'),
  ];
}

const styles: Readonly<Record<ScenarioReport['state'], Style>> = {
  held: 'green',
  warned: 'yellow',
  unproven: 'yellow',
  broken: 'red',
  'harness-error': 'magenta',
  'not-played': 'dim',
};

function scenarioLines({ scenarios }: RunReport, paint: Paint): string[] {
  const names = scenarios.map(nameOfPlay);
  const width = names.reduce((longest, { length }) => Math.max(longest, length), 0);
  const longest = Math.max(0, ...scenarios.map(({ state }) => stateWords[state].length));
  return scenarios.map(({ state, tookMs, outcome, verdicts }, index) => {
    const word = paint(styles[state], stateWords[state].padEnd(longest));
    const broken = verdicts
      .filter(({ verdict, known }) => verdict === 'fail' && !known)
      .map(({ rule }) => rule);
    const inconclusive = verdicts.filter(({ verdict, named }) => verdict === 'inconclusive' && named);
    const what =
      broken.length > 0
        ? broken.join(', ')
        : [outcome ?? [], inconclusiveText(inconclusive)].flat().join('  ');
    const time = state === 'not-played' ? '' : `${(tookMs / 1_000).toFixed(1)} s`;
    return `${names[index]?.padEnd(width)}  ${word}  ${time.padStart(7)}  ${what}`.trimEnd();
  });
}

/**
 * Lists the rules with an inconclusive verdict. Without this list, the word "held" would suggest that the client kept all these
 * rules.
 */
const inconclusiveText = (inconclusive: readonly Verdict[]): string[] =>
  inconclusive.length === 0 ? [] : [`inconclusive: ${inconclusive.map(({ rule }) => rule).join(', ')}`];

/** Returns the findings and remarks of each scenario that has some. Only a rule's first finding explains it. */
function scenarioParts(scenarios: readonly ScenarioReport[], paint: Paint): string[] {
  const all = explainOnce(scenarios);
  return scenarios.flatMap((scenario, index) => {
    const findings = all[index];
    return findings ? (scenarioPart(scenario, findings, paint) ?? []) : [];
  });
}

function scenarioPart(
  scenario: ScenarioReport,
  { findings, earlier, alsoIn }: ScenarioFindings,
  paint: Paint,
): string | undefined {
  const remarks = remarksOf(scenario);
  if (findings.length === 0 && earlier.length === 0 && remarks.length === 0) return undefined;
  const { title, state, repeat, trouble, output } = scenario;
  return [
    `${paint('bold', nameOfPlay(scenario))}: ${oneLine(title)}`,
    ...remarks.map(remark => indent(showControls(remark), 2)),
    ...findingLines(findings, paint, alsoIn),
    ...(earlier.length > 0 ? [''] : []),
    ...earlier.flatMap(one => earlierLines(one, paint)),
    ...(trouble === undefined || output === undefined
      ? []
      : ['', "  The end of the client's output:", indent(quoteLines(output.trimEnd()), 4)]),
    ...(state === 'not-played' ? [] : ['', `  Run the scenario again: ${repeat}`]),
  ].join('\n');
}

/** Returns the deviations that the stand-in accepts, each once for the whole run. */
const deviationParts = ({ deviations = [] }: RunReport, paint: Paint): string[] =>
  deviations.map(deviation => {
    const { title, lines } = deviationText(deviation);
    return [paint('yellow', title), ...lines.map(line => indent(oneLine(line), 2))].join('\n');
  });

function staleLines({ stale }: RunReport): string[] {
  if (stale.length === 0) return [];
  const lines = stale.map(({ scenario, rule }) => `  ${scenario}: ${rule}`);
  return [['The baseline lists failures that did not happen; remove these lines:', ...lines].join('\n')];
}

const verdictCounts = {
  fail: 'broken',
  warn: 'with warnings',
  pass: 'kept',
  inconclusive: 'inconclusive',
  'not-observed': 'not observed',
  'harness-error': 'failed',
} as const;

/** Returns the findings on each source of recorded traffic, or a message that there was no call. */
function judgedParts(report: VerdictReport, paint: Paint): string[] {
  const nothing = nothingJudged(report);
  if (nothing !== undefined) return [paint('yellow', nothing)];
  const { judged } = report;
  return judged.map(judgement => judgementPart(judgement, judged.length > 1, paint));
}

/** Returns the findings on recorded traffic, and the number of rules for each verdict. */
function judgementPart(judgement: Judged, isOneOfSeveral: boolean, paint: Paint): string {
  const heading = isOneOfSeveral ? `Judged: ${oneLine(judgement.source)}` : 'Judged';
  // Object.entries returns keys of type string
  const counts = (Object.entries(verdictCounts) as [Verdict['verdict'], string][]).flatMap(
    ([word, label]) => {
      const count = judgement.verdicts.filter(({ verdict }) => verdict === word).length;
      return count > 0 ? [`${count} ${label}`] : [];
    },
  );
  return [
    paint('bold', heading),
    ...findingLines(findingsOf(judgement), paint),
    ...harnessErrors(judgement).map(line => `\n  ${line}`),
    '',
    `  Rules: ${counts.join(', ')}`,
  ].join('\n');
}
