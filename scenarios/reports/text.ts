import type { Verdict } from '../judge/index.ts';
import { findingsByRule, playsOfRun, playsOfTraffic, type RuleFindings } from './by-rule.ts';
import { deviationText } from './deviations.ts';
import { oneLine, showControls } from './escape.ts';
import { explorationParts } from './exploration-text.ts';
import { indent, type Paint, type Style } from './paint.ts';
import { harnessErrors, nothingJudged, type Remark, remarksByText } from './remarks.ts';
import { endOfOutput, knownLine, maxNames, nounOf, ruleLines } from './rule-text.ts';
import type { Judged, Report, RunReport, VerdictReport, WriteReport } from './schema.ts';
import { counted, listed, summaryLine, varyLines } from './summary.ts';
import { warpLines } from './virtual-time.ts';

/** Returns the report as readable text: each broken rule once with its scenarios and one proof, and a summary at the end. */
export const text: WriteReport = (report, paint) => {
  const parts = partsOf(report, paint);
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
};

function partsOf(report: Report, paint: Paint): string[] {
  if (report.format === 'understudy-exploration') return explorationParts(report, paint);
  return report.format === 'understudy-report' ? runParts(report, paint) : judgedParts(report, paint);
}

/** Returns the parts of the report on a run. Errors come before warnings, and the summary is the last part. */
function runParts(report: RunReport, paint: Paint): string[] {
  const groups = findingsByRule(playsOfRun(report));
  const remarks = remarksByText(report);
  const remarksOn = (kind: Remark['kind']) =>
    remarkParts(
      remarks.filter(one => one.kind === kind),
      paint,
    );
  return [
    ...varyLines(report),
    ...remarksOn('harness-error'),
    ...ruleParts(groups, { paint, noun: nounOf(report) }),
    ...staleLines(report),
    ...remarksOn('unproven'),
    ...deviationParts(report, paint),
    ...remarksOn('undecided'),
    ...remarksOn('not-played'),
    [paint('bold', summaryLine(report)), ...ruleCounts(groups), ...warpLines(report)].join('\n'),
  ];
}

const headings = { fail: ['red', 'Broken'], warn: ['yellow', 'Warnings'] } as const;

/** Returns the parts on broken rules, on warnings, and on known failures, which have one line each. */
function ruleParts(
  groups: readonly RuleFindings[],
  options: { readonly paint: Paint; readonly noun?: string },
): string[] {
  const { paint } = options;
  const quoted = new Set<string>();
  const known = groups.filter(({ weight }) => weight === 'known').map(group => knownLine(group, paint));
  const parts = (['fail', 'warn'] as const).flatMap(weight => {
    const own = groups.filter(group => group.weight === weight);
    const [style, heading] = headings[weight];
    const blocks = own.map(group => indent(ruleLines(group, { ...options, quoted }).join('\n'), 2));
    return own.length === 0
      ? []
      : [paint('bold', paint(style, `${heading}: ${counted(own.length, 'rule')}`)), ...blocks];
  });
  return known.length === 0
    ? parts
    : [
        ...parts,
        [paint('bold', 'Known failures, listed in the baseline'), ...known.map(line => `  ${line}`)].join(
          '\n',
        ),
      ];
}

/** Returns a line with the numbers of broken rules and of rules with warnings; no line without such a rule. */
function ruleCounts(groups: readonly RuleFindings[]): string[] {
  const count = (weight: RuleFindings['weight']) => groups.filter(group => group.weight === weight).length;
  const parts = [
    ...(count('fail') > 0 ? [`${counted(count('fail'), 'rule')} broken`] : []),
    ...(count('warn') > 0 ? [`${counted(count('warn'), 'rule')} with warnings`] : []),
  ];
  return parts.length === 0 ? [] : [parts.join(', ')];
}

const remarkHeadings: Readonly<Record<Remark['kind'], readonly [Style, string]>> = {
  'harness-error': ['magenta', 'The judge or the stand-in failed'],
  unproven: ['yellow', 'Unproven'],
  undecided: ['yellow', 'Not decided'],
  'not-played': ['dim', 'Not played'],
};

function remarkParts(remarks: readonly Remark[], paint: Paint): string[] {
  const [first] = remarks;
  if (!first) return [];
  const [style, heading] = remarkHeadings[first.kind];
  const lines = remarks.flatMap(({ text, scenarios, output }) => [
    indent(showControls(text), 2),
    `    ${listed(scenarios, maxNames)}`,
    ...(output === undefined ? [] : [indent(endOfOutput(output), 4)]),
  ]);
  return [[paint('bold', paint(style, heading)), ...lines].join('\n')];
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

/** Returns the findings on recorded traffic, each rule once for all sources, or a message that there was no call. */
function judgedParts(report: VerdictReport, paint: Paint): string[] {
  const nothing = nothingJudged(report);
  if (nothing !== undefined) return [paint('yellow', nothing)];
  const { judged } = report;
  const noun = judged.length > 1 ? { noun: 'source' } : {};
  const errors = judged.flatMap(harnessErrors);
  return [
    ...(errors.length > 0 ? [errors.join('\n')] : []),
    ...ruleParts(findingsByRule(playsOfTraffic(report)), { paint, ...noun }),
    judged.map(one => countsLine(one, paint)).join('\n'),
  ];
}

const verdictCounts = {
  fail: 'broken',
  warn: 'with warnings',
  pass: 'kept',
  inconclusive: 'inconclusive',
  'not-observed': 'not observed',
  'harness-error': 'failed',
} as const;

/** Returns the number of rules for each verdict on a source of traffic. */
function countsLine({ source, calls, verdicts }: Judged, paint: Paint): string {
  // Object.entries returns keys of type string
  const counts = (Object.entries(verdictCounts) as [Verdict['verdict'], string][]).flatMap(
    ([word, label]) => {
      const count = verdicts.filter(({ verdict }) => verdict === word).length;
      return count > 0 ? [`${count} ${label}`] : [];
    },
  );
  return paint('bold', `${oneLine(source)}: ${counted(calls, 'call')}; rules: ${counts.join(', ')}`);
}
