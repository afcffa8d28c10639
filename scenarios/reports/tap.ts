import type { Judgement } from '../judge/index.ts';
import { findingsByRule } from './by-rule.ts';
import { deviationText, withoutDeviations } from './deviations.ts';
import { oneLine } from './escape.ts';
import { explorationCases } from './exploration.ts';
import { describeBrokenAnswer, nothingJudged, remarksOf } from './remarks.ts';
import { ruleLines } from './rule-text.ts';
import type { Judged, Report, RunReport, ScenarioReport, VerdictReport, WriteReport } from './schema.ts';
import { nameOfPlay } from './summary.ts';
import { warpLines } from './virtual-time.ts';

/** A test point of the Test Anything Protocol (TAP), with comments. */
interface Point {
  readonly isOk: boolean;
  readonly name: string;
  /** The reason why the test point was skipped. */
  readonly skip?: string | undefined;
  readonly notes?: readonly string[];
}

/**
 * Returns the report in the Test Anything Protocol (TAP), version 14, for tools such as `prove`. Each scenario of a run is a test
 * point, with the findings as comments. For recorded traffic, each rule is a test point.
 */
export const tap: WriteReport = report => {
  const isRun = report.format === 'understudy-report';
  const points = pointsOf(report);
  const deviations = (isRun ? report.deviations : undefined) ?? [];
  const lines = points.flatMap(({ isOk, name, skip, notes = [] }, index) => [
    `${isOk ? 'ok' : 'not ok'} ${index + 1} - ${escapeHash(name)}${skip === undefined ? '' : ` # SKIP ${oneLine(skip)}`}`,
    ...notes.flatMap(note => note.split('\n')).map(line => `# ${oneLine(line)}`),
  ]);
  const ofRun = deviations.map(deviationText).flatMap(({ title, lines: text }) => [title, ...text]);
  const clock = isRun ? warpLines(report) : [];
  const comments = [...clock, ...ofRun];
  const all = [
    'TAP version 14',
    `1..${points.length}`,
    ...lines,
    ...comments.map(line => `# ${oneLine(line)}`),
  ];
  return `${all.join('\n')}\n`;
};

function pointsOf(report: Report): Point[] {
  if (report.format === 'understudy-exploration')
    return explorationCases(report).map(({ name, kind, lines }) => ({
      isOk: kind !== 'failure',
      name,
      ...(kind === 'skipped' ? { skip: lines[0] } : { notes: lines }),
    }));
  return report.format === 'understudy-report' ? runPoints(report) : judgedPoints(report);
}

/** Escapes hash signs, because a hash sign begins a directive in TAP. */
const escapeHash = (text: string): string => oneLine(text).replaceAll('\\', '\\\\').replaceAll('#', '\\#');

const runPoints = (report: RunReport): Point[] => [
  ...withoutDeviations(report).map(scenarioPoint),
  ...report.stale.map(({ scenario, rule }) => ({
    isOk: false,
    name: `the baseline lists a failure that did not happen: ${scenario}: ${rule}`,
  })),
];

/** Returns a test point for each rule. If a command judged nothing and therefore ends with 2, one test point fails. */
function judgedPoints(report: VerdictReport): Point[] {
  const nothing = nothingJudged(report);
  if (nothing === undefined || report.exitCode !== 2) return report.judged.flatMap(judgementPoints);
  return [{ isOk: false, name: 'calls', notes: [nothing] }];
}

/** Returns one proof for each rule with a finding. */
const ruleNotes = ({
  verdicts,
  exchanges,
  invariants,
}: Pick<Judged, 'verdicts' | 'exchanges' | 'invariants'>) =>
  findingsByRule([{ name: '', verdicts, exchanges, invariants }]).flatMap(group => ruleLines(group));

function scenarioPoint(scenario: ScenarioReport): Point {
  const { title, state, repeat } = scenario;
  const name = `${nameOfPlay(scenario)}: ${title}`;
  const remarks = remarksOf(scenario);
  if (state === 'not-played') return { isOk: true, name, skip: remarks[0] ?? '' };
  const isOk = state === 'held' || state === 'warned';
  const notes = [...remarks, ...ruleNotes(scenario)];
  return { isOk, name, notes: isOk ? notes : [...notes, `Run the scenario again: ${repeat}`] };
}

const judgementPoints = ({ source, verdicts, exchanges, brokenAnswers }: Judgement): Point[] => [
  ...verdicts.map((verdict): Point => {
    const { rule, verdict: word, reason = word } = verdict;
    const name = `${source}: ${rule}`;
    if (word === 'not-observed' || word === 'inconclusive') return { isOk: true, name, skip: reason };
    if (word === 'harness-error') return { isOk: false, name, notes: [reason] };
    const notes = ruleNotes({ verdicts: [verdict], exchanges });
    return { isOk: word !== 'fail', name, notes };
  }),
  ...brokenAnswers.map(answer => ({ isOk: false, name: source, notes: [describeBrokenAnswer(answer)] })),
];
