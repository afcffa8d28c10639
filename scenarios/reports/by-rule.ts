import { rules } from '../judge/index.ts';
import { withoutDeviations } from './deviations.ts';
import { endRules, findingsOf, type ReportedFinding } from './findings.ts';
import type { Judged, RunReport, ScenarioReport, VerdictReport } from './schema.ts';
import { nameOfPlay } from './summary.ts';

/** What was judged together: the play of a scenario, or a source of recorded traffic. */
export interface JudgedPlay
  extends Pick<Judged, 'verdicts' | 'exchanges' | 'invariants'>,
    Partial<Pick<ScenarioReport, 'repeat' | 'trouble' | 'output'>> {
  readonly name: string;
  /** Whether a warning counts as a broken rule. */
  readonly isStrict?: boolean;
}

/** A finding, and the play that it comes from. */
interface Found {
  readonly play: JudgedPlay;
  readonly finding: ReportedFinding;
}

/** All findings of one rule, with one of them as the proof. */
export interface RuleFindings {
  /** The id of the rule or of the invariant. */
  readonly rule: string;
  /** The weight of the most serious finding. */
  readonly weight: ReportedFinding['weight'];
  /** The finding that a report shows as the proof. */
  readonly proof: ReportedFinding;
  /** The play that the proof comes from. */
  readonly play: JudgedPlay;
  /** Findings that say something else than the proof, each with the name of its play. */
  readonly others: readonly { readonly name: string; readonly message: string }[];
  /** The number of all other findings of the rule. */
  readonly more: number;
  /** The names of the plays with a finding of this weight. The play of the proof is the first one. */
  readonly names: readonly string[];
  /** The names of the plays that have only less serious findings of the rule, by the weight of these findings. */
  readonly milder: Readonly<Record<'warn' | 'known', readonly string[]>>;
}

/** The maximum number of findings that a report shows beside the proof, because they say something else. */
const maxOthers = 2;

/**
 * Groups the findings of all plays by their rule. The most important rule is first: broken rules before warnings, rules about a
 * call before rules about the end of a task, and then the order of the rules of the judge.
 *
 * @example findingsByRule(playsOf(report)).map(({ rule, names }) => `${rule} in ${names.length} scenarios`)
 */
export function findingsByRule(plays: readonly JudgedPlay[]): RuleFindings[] {
  const all = plays.flatMap(play =>
    findingsOf(play).map(finding => ({ play, finding: play.isStrict ? strictly(finding) : finding })),
  );
  const byRule = Map.groupBy(all, ({ finding }) => finding.rule);
  return [...byRule.values()].flatMap(summarise).toSorted((a, b) => placeOf(a) - placeOf(b));
}

const strictly = (finding: ReportedFinding): ReportedFinding =>
  finding.weight === 'warn' ? { ...finding, weight: 'fail' } : finding;

const weights = ['fail', 'warn', 'known'] as const;

function placeOf({ rule, weight, proof }: RuleFindings): number {
  const own = rules.findIndex(({ id }) => id === rule);
  const place = own < 0 ? rules.length : own;
  const isEnd = endRules.includes(rule) ? 1 : 0;
  const isShould = proof.level === 'should' ? 1 : 0;
  return place + 1_000 * (isEnd + 2 * isShould + 4 * weights.indexOf(weight));
}

function summarise(found: readonly Found[]): RuleFindings[] {
  const weight = weights.find(one => found.some(({ finding }) => finding.weight === one)) ?? 'known';
  const serious = found.filter(({ finding }) => finding.weight === weight);
  const [proof] = serious.toSorted((a, b) => clarityOf(a) - clarityOf(b));
  if (!proof) return [];
  const { play, finding } = proof;
  const others = otherKinds(serious, finding);
  const names = [...new Set([play.name, ...serious.map(one => one.play.name)])];
  const milder = found.filter(one => !names.includes(one.play.name));
  const milderWith = (of: 'warn' | 'known') => [
    ...new Set(milder.filter(one => one.finding.weight === of).map(one => one.play.name)),
  ];
  const plays = [...new Set(found.map(one => one.play))];
  const verdicts = plays.flatMap(one => one.verdicts).filter(({ rule }) => rule === finding.rule);
  const leftOut = verdicts.reduce((sum, { more = 0 }) => sum + more, 0);
  return [
    {
      rule: finding.rule,
      weight,
      proof: finding,
      play,
      others: others.map(one => ({ name: one.play.name, message: one.finding.message })),
      more: found.length - 1 - others.length + leftOut,
      names,
      milder: { warn: milderWith('warn'), known: milderWith('known') },
    },
  ];
}

/** The scenario that names the rule shows it best, and then the one that breaks the fewest rules. A lower number is clearer. */
function clarityOf({ play: { verdicts }, finding: { rule } }: Found): number {
  const isNamed = verdicts.some(one => one.rule === rule && one.named === true);
  return verdicts.filter(({ verdict }) => verdict === 'fail').length + (isNamed ? 0 : 1_000);
}

/** Returns some findings whose message differs from the proof and from each other in more than numbers and ids. */
function otherKinds(found: readonly Found[], proof: ReportedFinding): Found[] {
  const seen = new Set([shapeOf(proof)]);
  const others = found.filter(({ finding }) => {
    const isNew = !seen.has(shapeOf(finding));
    seen.add(shapeOf(finding));
    return isNew;
  });
  return others.slice(0, maxOthers);
}

const shapeOf = ({ message }: ReportedFinding): string => message.replace(/\S*\d\S*/g, '#');

/** Returns the ids of the rules that a client broke in one play, without known failures. The cause is first. */
export const brokenRules = (play: JudgedPlay): string[] =>
  findingsByRule([play]).flatMap(({ rule, weight }) => (weight === 'fail' ? [rule] : []));

/** Returns the plays of a report on a run, without the deviations that the report lists once for the whole run. */
export const playsOfRun = (report: RunReport): JudgedPlay[] =>
  withoutDeviations(report).map(scenario => ({
    ...scenario,
    name: nameOfPlay(scenario),
    isStrict: report.strict,
  }));

/** Returns the plays of a report on recorded traffic: one for each source. */
export const playsOfTraffic = ({ judged }: VerdictReport): JudgedPlay[] =>
  judged.map(one => ({ ...one, name: one.source }));
