import { clauses, isClauseId } from '#contracts/clauses';
import { describeEnd } from '#contracts/exchange';
import { type Judgement, rules, type Verdict } from '../judge/index.ts';
import { withoutDeviations } from './remarks.ts';
import type { Judged, RunReport, ScenarioReport, VerdictReport } from './schema.ts';
import { indent, oneLine, type Paint, plain, quoteLines } from './text.ts';
import { counted, listed, nameOfPlay } from './wording.ts';

/** The rules about the end of a task. Another rule often names the call that led to this end. */
export const endRules: readonly string[] = [
  'outcome-as-expected',
  'booked-as-expected',
  'charged-as-expected',
];

/**
 * Returns the verdicts on rules: broken rules before warnings, and rules about a call before rules about the end of the task. Then come
 * the invariants. A broken invariant has findings only if no rule failed, because a failed rule names the cause.
 */
export function causesFirst({ verdicts, invariants = [] }: Pick<Judged, 'verdicts' | 'invariants'>) {
  const placeOf = ({ rule, verdict }: Verdict) =>
    (verdict === 'fail' ? 0 : 2) + (endRules.includes(rule) ? 1 : 0);
  const hasFailed = verdicts.some(({ verdict }) => verdict === 'fail');
  const ends = invariants.map(({ invariant: rule, level, verdict, findings, ...rest }) => {
    const broken = level === 'must' && !hasFailed ? ('fail' as const) : ('warn' as const);
    const word = ({ held: 'pass', 'not-applicable': 'not-observed', broken } as const)[verdict];
    const shown = verdict === 'broken' && !hasFailed ? findings : [];
    return { ...rest, rule, level, verdict: word, findings: shown, known: undefined, more: undefined };
  });
  return [...verdicts.toSorted((a, b) => placeOf(a) - placeOf(b)), ...ends];
}

type ReportedFinding = ReturnType<typeof findingsOf>[number];

/** A known finding is listed in the baseline and does not fail the scenario. */
export type Weight = 'fail' | 'warn' | 'known';

export function findingsOf(judged: Pick<Judged, 'verdicts' | 'exchanges' | 'invariants'>) {
  const lines = new Map(judged.exchanges.map(exchange => [exchange.number, exchangeLine(exchange)]));
  return causesFirst(judged).flatMap(({ rule, level, verdict, known, clauses: ids, findings }) =>
    findings.map(({ message, expected, warn, exchanges: proving }) => {
      const weight: Weight = known ? 'known' : warn || verdict === 'warn' ? 'warn' : 'fail';
      const quoted = ids.map(id => (isClauseId(id) ? `${id}: ${clauses[id].statement}` : id));
      const proof = proving.flatMap(number => lines.get(number) ?? []);
      return { rule: String(rule), level, weight, clauses: quoted, message, expected, proof };
    }),
  );
}

function exchangeLine(exchange: Judgement['exchanges'][number]): string {
  const { number, at, operation, method, url, said } = exchange;
  const what = operation ?? `${method} ${url}`;
  return `#${number}  ${at.slice(11, 23)}  ${what}  ${describeEnd(exchange)}${said === '' ? '' : `  ${said}`}`;
}

/** What was judged together: the play of a scenario, or a source of recorded traffic. */
export interface JudgedPlay
  extends Pick<Judged, 'verdicts' | 'exchanges' | 'invariants'>,
    Partial<Pick<ScenarioReport, 'repeat' | 'trouble' | 'output'>> {
  readonly name: string;
  /** Whether a warning counts as a broken rule. */
  readonly isStrict?: boolean;
}

export type RuleFindings = ReturnType<typeof summarise>[number];

/** The maximum number of findings that a report shows beside the proof, because they say something else. */
const maxOthers = 2;

/** In the order of their importance: broken rules first, then rules about a call before rules about the end of a task. */
export function findingsByRule(plays: readonly JudgedPlay[]): RuleFindings[] {
  const all = plays.flatMap(foundIn);
  const byRule = Map.groupBy(all, ({ finding }) => finding.rule);
  return [...byRule.values()].flatMap(summarise).toSorted((a, b) => placeOf(a) - placeOf(b));
}

type Found = ReturnType<typeof foundIn>[number];

const foundIn = (play: JudgedPlay) =>
  findingsOf(play).map(finding => {
    const isStrict = play.isStrict && finding.weight === 'warn';
    return { play, finding: isStrict ? { ...finding, weight: 'fail' as const } : finding };
  });

const weights: readonly Weight[] = ['fail', 'warn', 'known'];

function placeOf({ rule, weight, proof }: RuleFindings): number {
  const own = rules.findIndex(({ id }) => id === rule);
  const place = own < 0 ? rules.length : own;
  const isEnd = endRules.includes(rule) ? 1 : 0;
  const isShould = proof.level === 'should' ? 1 : 0;
  return place + 1_000 * (isEnd + 2 * isShould + 4 * weights.indexOf(weight));
}

function summarise(found: readonly Found[]) {
  const weight = weights.find(one => found.some(({ finding }) => finding.weight === one)) ?? 'known';
  const serious = found.filter(({ finding }) => finding.weight === weight);
  const [clearest] = serious.toSorted((a, b) => clarityOf(a) - clarityOf(b));
  if (!clearest) return [];
  const { play, finding: proof } = clearest;
  const { rule } = proof;
  const others = otherKinds(serious, proof);
  const names = [...new Set([play.name, ...serious.map(one => one.play.name)])];
  const milder = found.filter(one => !names.includes(one.play.name));
  const milderWith = (of: Weight) => [
    ...new Set(milder.filter(one => one.finding.weight === of).map(one => one.play.name)),
  ];
  const plays = [...new Set(found.map(one => one.play))];
  const verdicts = plays.flatMap(one => one.verdicts).filter(one => one.rule === rule);
  const leftOut = verdicts.reduce((sum, { more = 0 }) => sum + more, 0);
  return [
    {
      rule,
      weight,
      proof,
      play,
      /** Findings that say something else than the proof, each with the name of its play. */
      others: others.map(one => ({ name: one.play.name, message: one.finding.message })),
      /** The number of all other findings of the rule. */
      more: found.length - 1 - others.length + leftOut,
      /** The names of the plays with a finding of this weight. The play of the proof is the first one. */
      names,
      /** The names of the plays that have only less serious findings of the rule, by the weight of these findings. */
      milder: { warn: milderWith('warn'), known: milderWith('known') },
    },
  ];
}

/**
 * At the end of a task, a wrong result of a paid booking is the most telling one. Otherwise, the scenario that names the rule shows it
 * best, and then the one that breaks the fewest rules. A lower number is clearer.
 */
function clarityOf({ play: { verdicts }, finding: { rule, proof } }: Found): number {
  const isNamed = verdicts.some(one => one.rule === rule && one.named === true);
  const isPaid = endRules.includes(rule) && proof.some(line => line.includes('payBooking'));
  const broken = verdicts.filter(({ verdict }) => verdict === 'fail').length;
  return broken + (isPaid ? 0 : 2_000) + (isNamed ? 0 : 1_000);
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

export const brokenRules = (play: JudgedPlay): string[] =>
  findingsByRule([play]).flatMap(({ rule, weight }) => (weight === 'fail' ? [rule] : []));

export type PlayOfRun = JudgedPlay & ScenarioReport;

export const playsOfRun = (report: RunReport): PlayOfRun[] =>
  withoutDeviations(report).map(scenario => ({
    ...scenario,
    name: nameOfPlay(scenario),
    isStrict: report.strict,
  }));

export const playsOfTraffic = ({ judged }: VerdictReport): JudgedPlay[] =>
  judged.map(one => ({ ...one, name: one.source }));

export interface RuleTextOptions {
  readonly paint?: Paint;
  /** The word for a play, such as `scenario`. Without this word, the text names no plays. */
  readonly noun?: string | undefined;
  /** The clauses that the report has already quoted. */
  readonly quoted?: ReadonlySet<string>;
}

/** The maximum number of scenarios that the text about one rule lists. */
export const maxNames = 8;

const styles = { fail: 'red', warn: 'yellow', known: 'dim' } as const;

/** Its clauses, what happened, the proof, what a correct client does, other scenarios, and the command that shows it again. */
export function ruleLines(group: RuleFindings, options: RuleTextOptions = {}): string[] {
  const { paint = plain, noun, quoted = new Set<string>() } = options;
  const { proof, play, weight, rule, others, more, milder } = group;
  const clauses = proof.clauses.map(clause => (quoted.has(clause) ? `${idOf(clause)}: see above` : clause));
  const source = noun !== undefined && group.names.length > 1 ? `${oneLine(play.name)}: ` : '';
  const elsewhere = noun === undefined ? [] : group.names.slice(1);
  return [
    `${paint(styles[weight], rule)} (${markOf(group)})${placesOf(group, noun)}`,
    ...clauses.map(clause => paint('dim', `  ${clause}`)),
    `  ${source}${oneLine(proof.message)}`,
    ...proof.proof.map(line => `    ${oneLine(line)}`),
    `  ${oneLine(proof.expected)}`,
    ...others.map(({ name, message }) => {
      const place = noun === undefined || name === play.name ? '' : `, in ${oneLine(name)}`;
      return `  Another finding${place}: ${oneLine(message)}`;
    }),
    ...(more > 0 ? [`  and ${counted(more, 'similar finding')}`] : []),
    ...(elsewhere.length > 0 ? [`  Also in: ${oneLine(listed(elsewhere, maxNames))}`] : []),
    ...(noun === undefined ? [] : milderLines(milder)),
    ...outputLines(play, rule),
    ...(play.repeat === undefined ? [] : [`  Run it again: ${play.repeat}`]),
  ];
}

export const nounOf = ({ vary }: Pick<RunReport, 'vary'>): string => (vary ? 'play' : 'scenario');

const idOf = (clause: string): string => clause.split(':', 1)[0] ?? '';

const milderLines = ({ warn, known }: RuleFindings['milder']): string[] => [
  ...(warn.length > 0 ? [`  Only a warning in: ${oneLine(listed(warn, maxNames))}`] : []),
  ...(known.length > 0 ? [`  Known in: ${oneLine(listed(known, maxNames))}`] : []),
];

/** Returns the level of a rule, with a mark for warnings and known failures. @example markOf(group) // 'must, a warning' */
export const markOf = ({ proof: { level }, weight }: RuleFindings): string =>
  ({ fail: level, warn: `${level}, a warning`, known: `${level}, known` })[weight];

/** Returns where the rule was broken: the only scenario, or the number of scenarios. @example placesOf(group, 'scenario') // ' in 3 scenarios' */
export function placesOf({ names }: RuleFindings, noun: string | undefined): string {
  if (noun === undefined) return '';
  return ` in ${names.length === 1 ? oneLine(names[0] ?? '') : counted(names.length, noun)}`;
}

/** If the client ended without a readable result, the end of its output often shows the cause. */
function outputLines({ trouble, output }: JudgedPlay, rule: string): string[] {
  if (trouble === undefined || output === undefined || rule !== 'outcome-as-expected') return [];
  return [indent(endOfOutput(output), 2)];
}

const maxOutputLines = 20;

export function endOfOutput(output: string): string {
  const lines = output.trimEnd().split('\n');
  const more = lines.length > maxOutputLines ? ' (more of it is in the report of --report json)' : '';
  return `The end of the client's output${more}:\n${indent(quoteLines(lines.slice(-maxOutputLines).join('\n')), 2)}`;
}

export const knownLine = (group: RuleFindings, paint: Paint): string =>
  `${paint('dim', group.rule)} (${markOf(group)}): ${oneLine(listed(group.names, maxNames))}`;
