import { findingsByRule, playsOfRun, playsOfTraffic, type RuleFindings } from './by-rule.ts';
import { deviationText } from './deviations.ts';
import { showControls } from './escape.ts';
import { explorationCases } from './exploration.ts';
import { harnessErrors, nothingJudged, type Remark, remarksByText } from './remarks.ts';
import { maxNames, nounOf, placesOf } from './rule-text.ts';
import type { Report, RunReport, VerdictReport, WriteReport } from './schema.ts';
import { listed } from './summary.ts';

/** An annotation on the page of a workflow run. */
interface Annotation {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly lines: readonly string[];
}

/** GitHub shows at most ten annotations of each level for a step, and silently drops the others. */
const maxAnnotations = 10;

/**
 * Returns annotations for GitHub Actions, as one workflow command per line: at most ten, errors before warnings. Each rule has one
 * annotation, with its scenarios. If there are more, the last annotation names what was left out.
 */
export const github: WriteReport = report => {
  const all = annotationsOf(report);
  const ordered = [...all.filter(isError), ...all.filter(one => !isError(one))];
  const shown = ordered.length > maxAnnotations ? ordered.slice(0, maxAnnotations - 1) : ordered;
  const rest = ordered.slice(shown.length);
  const last: Annotation[] =
    rest.length === 0
      ? []
      : [
          {
            level: rest.some(isError) ? 'error' : 'warning',
            title: `${rest.length} more`,
            lines: [
              ...rest.map(({ title }) => title),
              'The summary of the step and the log contain all of them.',
            ],
          },
        ];
  return [...shown, ...last].map(one => `${command(one)}\n`).join('');
};

const isError = ({ level }: Annotation): boolean => level === 'error';

function annotationsOf(report: Report): Annotation[] {
  if (report.format === 'understudy-exploration')
    return explorationCases(report).flatMap(({ name, kind, lines, short = lines }) => {
      if (kind === 'ok' || kind === 'skipped') return [];
      return [
        { level: kind === 'failure' ? ('error' as const) : ('warning' as const), title: name, lines: short },
      ];
    });
  return report.format === 'understudy-report' ? runAnnotations(report) : judgedAnnotations(report);
}

const remarkTitles: Readonly<Partial<Record<Remark['kind'], string>>> = {
  'harness-error': 'the judge or the stand-in failed',
  unproven: 'unproven',
  undecided: 'not decided',
};

function runAnnotations(report: RunReport): Annotation[] {
  const remarks = remarksByText(report).flatMap(({ kind, text, scenarios }): Annotation[] => {
    const title = remarkTitles[kind];
    if (title === undefined) return [];
    const lines = [text, `Scenarios: ${listed(scenarios, maxNames)}`];
    return [{ level: kind === 'harness-error' ? 'error' : 'warning', title, lines }];
  });
  const { stale, deviations = [] } = report;
  const lines = stale.map(({ scenario, rule }) => `${scenario}: ${rule}`);
  const title = 'the baseline lists failures that did not happen';
  return [
    ...remarks.filter(isError),
    ...(stale.length === 0
      ? []
      : [{ level: 'error' as const, title, lines: ['Remove these lines from the baseline:', ...lines] }]),
    ...ruleAnnotations(findingsByRule(playsOfRun(report)), nounOf(report)),
    ...remarks.filter(one => !isError(one)),
    ...deviations.map(deviation => ({ level: 'warning' as const, ...deviationText(deviation) })),
  ];
}

function judgedAnnotations(report: VerdictReport): Annotation[] {
  const nothing = nothingJudged(report);
  if (nothing !== undefined) return [{ level: 'error', title: 'Nothing was judged', lines: [nothing] }];
  const errors = report.judged.flatMap(one =>
    harnessErrors(one).map(line => ({ level: 'error' as const, title: one.source, lines: [line] })),
  );
  return [...errors, ...ruleAnnotations(findingsByRule(playsOfTraffic(report)), 'source')];
}

/** Returns an annotation for each rule: what happened in one scenario, the other scenarios, and how to see it again. */
const ruleAnnotations = (groups: readonly RuleFindings[], noun: string): Annotation[] =>
  groups
    .filter(({ weight }) => weight !== 'known')
    .map(group => {
      const { rule, weight, proof, play, names } = group;
      const isOne = names.length === 1;
      return {
        level: weight === 'fail' ? 'error' : 'warning',
        title: `${rule}${placesOf(group, noun)}`,
        lines: [
          `${isOne ? '' : `${play.name}: `}${proof.message}`,
          proof.expected,
          ...(isOne ? [] : [`Also in: ${listed(names.slice(1), maxNames)}`]),
          ...(play.repeat === undefined ? [] : [`Run it again: ${play.repeat}`]),
        ],
      };
    });

/** Returns the workflow command with which GitHub shows an annotation. */
function command({ level, title, lines }: Annotation): string {
  const name = escapeText(title).replaceAll(',', '%2C').replaceAll(':', '%3A');
  return `::${level} title=${name}::${escapeText(lines.join('\n'))}`;
}

const escapeText = (text: string): string =>
  showControls(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
