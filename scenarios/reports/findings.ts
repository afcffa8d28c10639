import { clauses, isClauseId } from '#contracts/clauses';
import type { BrokenAnswer, Judgement, Verdict } from '../judge/index.ts';
import { showControls } from './escape.ts';
import { indent, type Paint } from './paint.ts';
import type { Judged, RunReport, ScenarioReport, VerdictReport } from './schema.ts';
import { scenarioStates, stateWords } from './states.ts';

/** A finding for a report, with the clauses of the rule and the exchanges that prove the finding. */
export interface ReportedFinding extends Pick<Verdict, 'level'> {
  /** The id of the rule or of the invariant. */
  readonly rule: string;
  /**
   * Whether the finding fails the scenario, is only a warning, or is known. A known finding is listed in the baseline and does
   * not fail the scenario.
   */
  readonly weight: 'fail' | 'warn' | 'known';
  /** The clauses that the rule checks, each with the text of the clause. */
  readonly clauses: readonly string[];
  readonly message: string;
  readonly expected: string;
  /** The exchanges that prove the finding, as one line of text per exchange. */
  readonly proof: readonly string[];
}

/** A finding of a rule that the report explains in an earlier scenario. */
export interface EarlierFinding {
  readonly finding: ReportedFinding;
  /** The name of the scenario that explains the rule. */
  readonly explainedIn: string;
  /** Whether the earlier scenario has a finding with the same message. */
  readonly isSame: boolean;
}

/** The rules about the end of a task. Another rule often names the call that led to this end. */
export const endRules: readonly string[] = [
  'outcome-as-expected',
  'booked-as-expected',
  'charged-as-expected',
];

/**
 * Returns the verdicts in the order in which a person should read the findings: broken rules before warnings, and rules about a
 * call before rules about the end of the task. Verdicts of the same kind keep the order of the rules.
 */
export function causesFirst<V extends Pick<Verdict, 'rule' | 'verdict'>>(verdicts: readonly V[]): V[] {
  const placeOf = ({ rule, verdict }: V) => (verdict === 'fail' ? 0 : 2) + (endRules.includes(rule) ? 1 : 0);
  return verdicts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Returns all findings. The finding about the wrong call comes before the finding about its result. A broken invariant is a
 * finding only if no rule failed, because a failed rule names the cause.
 */
export function findingsOf({
  verdicts,
  invariants = [],
  exchanges,
}: Pick<Judged, 'verdicts' | 'exchanges' | 'invariants'>): ReportedFinding[] {
  const lines = new Map(exchanges.map(exchange => [exchange.number, exchangeLine(exchange)]));
  const hasFailed = verdicts.some(({ verdict }) => verdict === 'fail');
  const ends = invariants
    .filter(({ verdict }) => verdict === 'broken' && !hasFailed)
    .map(({ invariant: rule, level, ...rest }) => ({
      ...rest,
      rule,
      level,
      known: undefined,
      verdict: level === 'must' ? ('fail' as const) : ('warn' as const),
    }));
  return [...causesFirst(verdicts), ...ends].flatMap(
    ({ rule, level, verdict, known, clauses: ids, findings }) =>
      findings.map(({ message, expected, warn, exchanges: proving }) => ({
        rule,
        level,
        weight: known
          ? ('known' as const)
          : warn || verdict === 'warn'
            ? ('warn' as const)
            : ('fail' as const),
        clauses: ids.map(id => (isClauseId(id) ? `${id}: ${clauses[id].statement}` : id)),
        message,
        expected,
        proof: proving.flatMap(number => lines.get(number) ?? []),
      })),
  );
}

/** Formats a finding as text without colours. */
export const findingText = ({
  rule,
  level,
  clauses: of,
  message,
  expected,
  proof,
}: ReportedFinding): string => [`${rule} (${level})`, ...of, message, ...proof, expected].join('\n');

const endings: Readonly<Record<string, string>> = {
  reset: 'connection cut',
  'client-gone': 'the client closed the connection',
};

function exchangeLine(exchange: Judgement['exchanges'][number]): string {
  const { number, at, operation, method, url, status, ending, said } = exchange;
  const what = operation ?? `${method} ${url}`;
  const end = ending === undefined ? [] : [endings[ending] ?? ending];
  const came = [status ?? 'no answer', ...end].join(', ');
  return `#${number}  ${at.slice(11, 23)}  ${what}  ${came}${said === '' ? '' : `  ${said}`}`;
}

/**
 * Returns the remarks on a scenario: why it did not run, or why the run proves nothing about a rule that the scenario names. A
 * broken scenario has findings and no remarks.
 */
export function remarksOf({
  state,
  reason,
  verdicts,
}: Pick<ScenarioReport, 'state' | 'reason' | 'verdicts'>): string[] {
  if (state === 'not-played' || state === 'harness-error')
    return reason === undefined ? harnessErrors({ verdicts }) : [reason];
  if (state === 'broken') return [];
  if (state === 'unproven' && reason !== undefined) return [reason];
  return verdicts
    .filter(
      ({ verdict, named, rule }) =>
        (named && verdict === 'not-observed') ||
        (verdict === 'inconclusive' && rule === 'outcome-as-expected'),
    )
    .map(({ rule, verdict, reason: why }) => {
      const what = verdict === 'inconclusive' ? 'is inconclusive' : 'was not observed';
      return `${rule} ${what}${why === undefined ? '' : `: ${why}`}`;
    });
}

/**
 * Returns a message if the report on recorded traffic contains no call, and undefined otherwise. Without a call, no rule was kept
 * or broken.
 */
export const nothingJudged = ({ judged }: Pick<VerdictReport, 'judged'>): string | undefined =>
  judged.some(({ calls }) => calls > 0)
    ? undefined
    : 'Nothing was judged, because the supplier received no call. Give the client the address of the stand-in (UNDERSTUDY_BASE_URL).';

/** Describes an answer with which the stand-in breaks its own contract. */
export const describeBrokenAnswer = ({ exchange, problem }: BrokenAnswer): string =>
  `the stand-in broke its own contract in exchange ${exchange} (${problem}); please report it`;

/** Returns one line for each rule that threw an error, and for each answer with which the stand-in broke its own contract. */
export const harnessErrors = ({
  verdicts,
  brokenAnswers = [],
}: Pick<Judgement, 'verdicts'> & Partial<Judgement>): string[] => [
  ...verdicts
    .filter(({ verdict }) => verdict === 'harness-error')
    .map(({ rule, reason }) => `The rule ${rule} failed: ${reason ?? 'the reason is unknown'}`),
  ...brokenAnswers.map(describeBrokenAnswer),
];

/**
 * Returns the name of a play in reports: the id of the scenario, and the number of the draw.
 *
 * @example nameOfPlay({ id: 'hotel-confirmed', draw: 3 }) // 'hotel-confirmed, draw 3'
 */
export const nameOfPlay = ({
  id,
  draw,
}: Pick<ScenarioReport, 'id'> & { draw?: number | undefined }): string =>
  draw === undefined ? id : `${id}, draw ${draw}`;

/** Returns a line with the seed of drawn tasks; no line for fixed tasks. */
export function varyLines({ vary }: RunReport): string[] {
  if (!vary) return [];
  const { seed, draws } = vary;
  const [first, ...more] = draws;
  return [
    `Drawn tasks: seed ${showControls(seed)}, ${more.length === 0 ? `draw ${first}` : `${draws.length} draws of each scenario`}`,
  ];
}

const weights = { fail: 'red', warn: 'yellow', known: 'dim' } as const;
/** The maximum number of findings to show in full for one rule. */
const maxOfRule = 3;

/**
 * Formats findings as readable text, grouped by rule. The text says what happened, lists the proof, and says what a correct
 * client does.
 *
 * @param alsoIn returns the names of other scenarios with a finding of the same rule
 */
export function findingLines(
  findings: readonly ReportedFinding[],
  paint: Paint,
  alsoIn: (finding: ReportedFinding) => readonly string[] = () => [],
): string[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  return [...byRule.values()].flatMap(all => {
    const [first] = all;
    if (!first) return [];
    const { rule, clauses: of } = first;
    const strongest = all.find(one => one.weight !== 'warn') ?? first;
    const { weight } = strongest;
    const others = alsoIn(strongest);
    const more = all.length - maxOfRule;
    return [
      '',
      `  ${paint(weights[weight], rule)} (${markOf(strongest)})`,
      ...of.map(clause => paint('dim', indent(clause, 4))),
      ...all.slice(0, maxOfRule).flatMap(one => oneFinding(one, one.weight === 'warn' && weight !== 'warn')),
      ...(more > 0 ? [indent(`and ${more} more findings for this rule`, 4)] : []),
      ...(others.length > 0 ? [indent(`Also in: ${others.join(', ')}`, 4)] : []),
    ];
  });
}

const markOf = ({ level, weight }: ReportedFinding): string =>
  ({ fail: level, warn: `${level}, a warning`, known: `${level}, known` })[weight];

/** Formats a finding of a rule that the report explains in another scenario. If the messages differ, adds a second line. */
export const earlierLines = (
  { finding, explainedIn, isSame }: EarlierFinding,
  paint: Paint,
): readonly string[] => [
  `  ${paint(weights[finding.weight], finding.rule)} (${markOf(finding)}): as in ${explainedIn}`,
  ...(isSame ? [] : [indent(oneLine(finding.message), 4)]),
];

const oneFinding = ({ message, expected, proof }: ReportedFinding, isMilder: boolean): string[] => [
  indent(isMilder ? `A warning: ${oneLine(message)}` : oneLine(message), 4),
  ...proof.map(line => indent(oneLine(line), 6)),
  indent(oneLine(expected), 4),
];

/** Returns untrusted text on one line, with visible control characters. */
export const oneLine = (text: string): string => showControls(text).replaceAll('\n', '\u240A');

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Summarises a run in one line.
 *
 * @example summaryLine(report) // '3 scenarios: 2 held, 1 BROKEN'
 */
export function summaryLine({ scenarios, summary, stale, vary }: RunReport): string {
  const parts = scenarioStates.flatMap(state =>
    summary[state] > 0 ? [`${summary[state]} ${stateWords[state]}`] : [],
  );
  const ids = new Set(scenarios.map(({ id }) => id));
  const plays = vary ? `${counted(scenarios.length, 'play')} of ` : '';
  const count = plays + counted(vary ? ids.size : scenarios.length, 'scenario');
  const lines = stale.length > 0 ? [`${stale.length} stale in the baseline`] : [];
  return [
    ...(parts.length > 0 ? [`${count}: ${parts.join(', ')}`] : ['no scenario was played']),
    ...lines,
  ].join('; ');
}
