import { deviationText, withoutDeviations } from './deviations.ts';
import { showControls } from './escape.ts';
import { explorationCases } from './exploration.ts';
import { describeBrokenAnswer, findingsOf, nameOfPlay, nothingJudged, remarksOf } from './findings.ts';
import type { Judged, Report, RunReport, ScenarioReport, VerdictReport, WriteReport } from './schema.ts';

/**
 * Returns annotations for GitHub Actions, as one workflow command per line. Each broken rule gets an error annotation. Each
 * warning or unproven rule gets a warning annotation.
 */
export const github: WriteReport = report => {
  return annotationsOf(report)
    .map(line => `${line}\n`)
    .join('');
};

function annotationsOf(report: Report): string[] {
  if (report.format === 'understudy-exploration')
    return explorationCases(report).flatMap(({ name, kind, lines }) => {
      if (kind === 'ok' || kind === 'skipped') return [];
      return annotation(kind === 'failure' ? 'error' : 'warning', name, lines.join('\n'));
    });
  return report.format === 'understudy-report'
    ? runAnnotations(report)
    : [...emptyAnnotations(report), ...report.judged.flatMap(judgementAnnotations)];
}

const runAnnotations = (report: RunReport): string[] => [
  ...withoutDeviations(report).flatMap(scenarioAnnotations),
  ...(report.deviations ?? []).map(deviation => {
    const { title, lines } = deviationText(deviation);
    return annotation('warning', title, lines.join('\n'));
  }),
  ...report.stale.map(({ scenario, rule }) =>
    annotation(
      'error',
      `${scenario}: the baseline lists a failure that did not happen`,
      `The client now keeps the rule ${rule}. Remove "${scenario}: ${rule}" from the baseline.`,
    ),
  ),
];

function scenarioAnnotations(scenario: ScenarioReport): string[] {
  const { state, repeat } = scenario;
  const name = nameOfPlay(scenario);
  if (state === 'not-played') return [];
  const level = state === 'harness-error' ? 'error' : 'warning';
  return [
    ...remarksOf(scenario).map(remark => annotation(level, name, remark)),
    ...findingAnnotations(name, scenario, `\nRun the scenario again: ${repeat}`),
  ];
}

function emptyAnnotations(report: VerdictReport): string[] {
  const nothing = nothingJudged(report);
  return nothing === undefined ? [] : [annotation('error', 'Nothing was judged', nothing)];
}

const judgementAnnotations = (judgement: Judged): string[] => [
  ...findingAnnotations(judgement.source, judgement, ''),
  ...judgement.brokenAnswers.map(answer =>
    annotation('error', judgement.source, describeBrokenAnswer(answer)),
  ),
];

const findingAnnotations = (
  name: string,
  judged: Pick<Judged, 'verdicts' | 'exchanges' | 'invariants'>,
  rest: string,
): string[] =>
  findingsOf(judged)
    .filter(({ weight }) => weight !== 'known')
    .map(({ rule, weight, message, expected }) =>
      annotation(
        weight === 'fail' ? 'error' : 'warning',
        `${name}: ${rule}`,
        `${message}\n${expected}${rest}`,
      ),
    );

/** Returns a workflow command with which GitHub shows a text as an annotation. */
function annotation(level: 'error' | 'warning', title: string, text: string): string {
  const name = escapeText(title).replaceAll(',', '%2C').replaceAll(':', '%3A');
  return `::${level} title=${name}::${escapeText(text)}`;
}

const escapeText = (text: string): string =>
  showControls(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
